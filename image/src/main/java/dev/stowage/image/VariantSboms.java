package dev.stowage.image;

import dev.stowage.image.debian.DebianPackage;
import dev.stowage.image.layer.Sha256;
import dev.stowage.image.runtime.JavaRuntime;
import dev.stowage.image.sbom.CycloneDxSbom;
import dev.stowage.image.sbom.SbomComponent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;

/// The SBOM of each variant.
///
/// @param version of the project
record VariantSboms(String version, List<ClassPathJar> jars, JavaRuntime java, SystemFiles systemFiles) {

    String of(ImageVariant imageVariant) throws IOException {
        List<SbomComponent> all = new ArrayList<>();
        for (ClassPathJar classPathJar : jars) {
            all.add(SbomComponent.jar(
                    classPathJar.group(),
                    classPathJar.artifact(),
                    classPathJar.version(),
                    Sha256.of(classPathJar.file())));
        }
        Properties release = java.release();
        all.add(SbomComponent.java(
                release.getProperty("IMPLEMENTOR", "unknown"), release.getProperty("JAVA_RUNTIME_VERSION", "unknown")));
        TreeMap<String, DebianPackage> packages = new TreeMap<>();
        systemFiles.basePackages().forEach(one -> packages.put(one.name(), one));
        String name = "stowage.dev/stowage-sidecar";
        if (imageVariant == ImageVariant.NODE) {
            systemFiles.toolPackages().forEach(one -> packages.put(one.name(), one));
            name = "stowage.dev/stowage";
        }
        packages.values()
                .forEach(one -> all.add(SbomComponent.debian(
                        one.name(), one.version(), one.architecture(), one.source(), systemFiles.release())));
        return new CycloneDxSbom(name, version, all).text();
    }
}

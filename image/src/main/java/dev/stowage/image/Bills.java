package dev.stowage.image;

import dev.stowage.image.debian.DebianPackage;
import dev.stowage.image.layer.Sha256;
import dev.stowage.image.runtime.JavaRuntime;
import dev.stowage.image.sbom.Bill;
import dev.stowage.image.sbom.Component;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.TreeMap;

/// What each variant is made of.
///
/// @param version of the project
record Bills(String version, List<Jar> jars, JavaRuntime java, Content content) {

    String of(Variant variant) throws IOException {
        List<Component> all = new ArrayList<>();
        for (Jar jar : jars) {
            all.add(Component.jar(jar.group(), jar.artifact(), jar.version(), Sha256.of(jar.file())));
        }
        Properties release = java.release();
        all.add(Component.java(
                release.getProperty("IMPLEMENTOR", "unknown"), release.getProperty("JAVA_RUNTIME_VERSION", "unknown")));
        TreeMap<String, DebianPackage> packages = new TreeMap<>();
        content.basePackages().forEach(one -> packages.put(one.name(), one));
        String name = "stowage.dev/stowage-sidecar";
        if (variant == Variant.NODE) {
            content.toolPackages().forEach(one -> packages.put(one.name(), one));
            name = "stowage.dev/stowage";
        }
        packages.values()
                .forEach(one -> all.add(Component.debian(
                        one.name(), one.version(), one.architecture(), one.source(), content.release())));
        return new Bill(name, version, all).text();
    }
}

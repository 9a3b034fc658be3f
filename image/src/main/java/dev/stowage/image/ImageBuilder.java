package dev.stowage.image;

import dev.stowage.cli.Version;
import dev.stowage.image.debian.Apt;
import dev.stowage.image.layer.Layer;
import dev.stowage.image.layer.LayerStore;
import dev.stowage.image.layer.LayerTree;
import dev.stowage.image.oci.OciArchive;
import dev.stowage.image.oci.OciImage;
import dev.stowage.image.runtime.JavaRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Builds the images layer by layer: layers that rarely change come first, and those of both variants come before
/// those of one, so that a machine with both stores them once.
///
/// @param jdk the JDK that the runtime is linked from
/// @param cache keeps expensive results, by their content
record ImageBuilder(Path jdk, Path cache, Version version, Consumer<String> progress) {

    /// @param architecture as Go calls it
    record BuiltImages(String architecture, List<OciImage> images, String bill) {

        BuiltImages {
            images = List.copyOf(images);
        }

        void write(Path file) throws IOException {
            new OciArchive(architecture).write(images, file);
            Files.writeString(billFile(file), bill);
        }

        static Path billFile(Path archive) {
            return archive.resolveSibling(archive.getFileName() + ".cdx.json");
        }
    }

    BuiltImages build(List<ClassPathJar> jars, boolean trains) throws IOException, InterruptedException {
        JavaRuntime java = JavaRuntime.link(jdk, cache.resolve("java"), progress);
        SystemFiles systemFiles = SystemFiles.gather(new Apt(cache.resolve("debian"), progress), java);
        VariantSboms sboms = new VariantSboms(version.number(), jars, java, systemFiles);
        JvmArguments line = new JvmArguments(version.commit(), jars);
        LayerStore layers = new LayerStore(cache.resolve("layers"));
        List<Layer> common = List.of(
                layers.pack("Debian", systemFiles.base()),
                layers.pack("Java", new LayerTree().all(ImagePaths.JAVA, java.home())),
                layers.pack("libraries", jars(jars, classPathJar -> !classPathJar.isOurs())),
                layers.pack("Stowage", jars(jars, ClassPathJar::isOurs)));
        Layer tools = layers.pack("programs for storage", systemFiles.tools());
        Map<ImageVariant, Path> caches =
                trains ? new AotCaches(cache.resolve("aot"), java, line, jars, progress).all() : Map.of();
        Map<ImageVariant, List<Layer>> stacks = new EnumMap<>(ImageVariant.class);
        for (ImageVariant imageVariant : ImageVariant.values()) {
            List<Layer> stack = new ArrayList<>(common);
            if (imageVariant == ImageVariant.NODE) {
                stack.add(tools);
            }
            stack.add(layers.pack(
                    "settings of " + imageVariant.word(),
                    new LayerTree()
                            .text(ImagePaths.arguments(imageVariant), line.file(imageVariant, trains))
                            .text(ImagePaths.bill(imageVariant), sboms.of(imageVariant))));
            Path trained = caches.get(imageVariant);
            if (trained != null) {
                stack.add(layers.pack(
                        "AOT cache of " + imageVariant.word(),
                        new LayerTree().file(ImagePaths.cache(imageVariant), trained)));
            }
            stacks.put(imageVariant, List.copyOf(stack));
        }
        List<OciImage> images = ImageName.ALL.stream()
                .map(name -> image(name, stacks.getOrDefault(name.imageVariant(), List.of())))
                .toList();
        return new BuiltImages(architecture(), images, sboms.of(ImageVariant.NODE));
    }

    private static LayerTree jars(List<ClassPathJar> jars, Predicate<ClassPathJar> wanted) {
        LayerTree layerTree = new LayerTree();
        jars.stream()
                .filter(wanted)
                .forEach(classPathJar ->
                        layerTree.file(ImagePaths.JARS + "/" + classPathJar.name(), classPathJar.file()));
        return layerTree;
    }

    private OciImage image(ImageName name, List<Layer> layers) {
        return new OciImage(
                name.reference(version.number()),
                layers,
                JvmArguments.entry(name),
                name.user(),
                Map.of("PATH", "/usr/sbin:/usr/bin", "MALLOC_ARENA_MAX", "1"),
                Map.of(
                        "org.opencontainers.image.title",
                        name.name(),
                        "org.opencontainers.image.version",
                        version.number(),
                        "org.opencontainers.image.revision",
                        version.commit(),
                        "org.opencontainers.image.licenses",
                        "Apache-2.0"));
    }

    /// The architecture of this machine: the runtime is linked from its JDK, and training runs the programs.
    private static String architecture() {
        String java = System.getProperty("os.arch");
        return java.equals("aarch64") ? "arm64" : java;
    }
}

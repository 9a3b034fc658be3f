package dev.stowage.image;

import dev.stowage.cli.Version;
import dev.stowage.image.debian.Apt;
import dev.stowage.image.layer.Layer;
import dev.stowage.image.layer.LayerStore;
import dev.stowage.image.layer.Tree;
import dev.stowage.image.oci.Image;
import dev.stowage.image.oci.OciArchive;
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

/// Puts the images together, layer by layer: what changes least comes first, and what both variants have comes before
/// what only one has, so that a machine with both keeps it once.
///
/// @param jdk that the runtime is linked from
/// @param cache where everything that took time is kept, by its content
record Assembly(Path jdk, Path cache, Version version, Consumer<String> progress) {

    /// @param architecture as Go calls it
    record Built(String architecture, List<Image> images, String bill) {

        Built {
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

    Built build(List<Jar> jars, boolean trains) throws IOException, InterruptedException {
        JavaRuntime java = JavaRuntime.link(jdk, cache.resolve("java"), progress);
        Content content = Content.gather(new Apt(cache.resolve("debian"), progress), java);
        Bills bills = new Bills(version.number(), jars, java, content);
        JavaLine line = new JavaLine(version.commit(), jars);
        LayerStore layers = new LayerStore(cache.resolve("layers"));
        List<Layer> common = List.of(
                layers.pack("Debian", content.base()),
                layers.pack("Java", new Tree().all(Places.JAVA, java.home())),
                layers.pack("libraries", jars(jars, jar -> !jar.isOurs())),
                layers.pack("Stowage", jars(jars, Jar::isOurs)));
        Layer tools = layers.pack("programs for file systems", content.tools());
        Map<Variant, Path> caches =
                trains ? new Caches(cache.resolve("aot"), java, line, jars, progress).all() : Map.of();
        Map<Variant, List<Layer>> stacks = new EnumMap<>(Variant.class);
        for (Variant variant : Variant.values()) {
            List<Layer> stack = new ArrayList<>(common);
            if (variant == Variant.NODE) {
                stack.add(tools);
            }
            stack.add(layers.pack(
                    "settings of " + variant.word(),
                    new Tree()
                            .text(Places.arguments(variant), line.file(variant, trains))
                            .text(Places.bill(variant), bills.of(variant))));
            Path trained = caches.get(variant);
            if (trained != null) {
                stack.add(
                        layers.pack("AOT cache of " + variant.word(), new Tree().file(Places.cache(variant), trained)));
            }
            stacks.put(variant, List.copyOf(stack));
        }
        List<Image> images = ImageName.ALL.stream()
                .map(name -> image(name, stacks.getOrDefault(name.variant(), List.of())))
                .toList();
        return new Built(architecture(), images, bills.of(Variant.NODE));
    }

    private static Tree jars(List<Jar> jars, Predicate<Jar> wanted) {
        Tree tree = new Tree();
        jars.stream().filter(wanted).forEach(jar -> tree.file(Places.JARS + "/" + jar.name(), jar.file()));
        return tree;
    }

    private Image image(ImageName name, List<Layer> layers) {
        return new Image(
                name.reference(version.number()),
                layers,
                JavaLine.entry(name),
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

    /// Of the machine that builds: the runtime is linked from its JDK, and training means to run.
    private static String architecture() {
        String java = System.getProperty("os.arch");
        return java.equals("aarch64") ? "arm64" : java;
    }
}

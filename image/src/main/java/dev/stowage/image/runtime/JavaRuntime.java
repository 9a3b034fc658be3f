package dev.stowage.image.runtime;

import dev.stowage.image.layer.LayerTree;
import dev.stowage.image.layer.Sha256;
import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.linux.file.Directories;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// A Java runtime with only the modules that our class path uses, linked from the JDK that runs this.
public final class JavaRuntime {

    /// The modules that `jdeps` reports, and those that are only looked up by name: elliptic curves, host names.
    public static final List<String> MODULES = List.of(
            "java.base",
            "java.logging",
            "java.management",
            "java.naming",
            "java.net.http",
            "java.security.jgss",
            "java.sql",
            "java.xml",
            "jdk.crypto.ec",
            "jdk.httpserver",
            "jdk.jfr",
            "jdk.management",
            "jdk.net",
            "jdk.unsupported");

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Path home;

    private JavaRuntime(Path home) {
        this.home = home;
    }

    /// @param cache keeps runtimes; one that was linked from the same JDK before is reused
    public static JavaRuntime link(Path jdk, Path cache, Consumer<String> progress) throws IOException {
        Path modules = jdk.resolve("lib/modules");
        String key = Sha256.of(Files.readString(jdk.resolve("release")) + Files.size(modules) + MODULES);
        Path place = Files.createDirectories(cache).resolve(key.substring(0, 16));
        if (!Files.isDirectory(place)) {
            progress.accept("linking a Java runtime of " + MODULES.size() + " modules");
            Path fresh = Files.createTempDirectory(cache, "link");
            try {
                Path linked = fresh.resolve("java");
                CommandRunner.run(
                        PATIENCE,
                        List.of(
                                jdk.resolve("bin/jlink").toString(),
                                "--add-modules=" + String.join(",", MODULES),
                                "--no-header-files",
                                "--no-man-pages",
                                "--output=" + linked));
                settle(linked);
                Files.move(linked, place, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Directories.removeTree(cache, fresh.getFileName().toString());
            }
        }
        return new JavaRuntime(place);
    }

    /// Sets the timestamps that the files will have in the image: the AOT cache requires the same ones.
    private static void settle(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path each : walk.toList()) {
                if (Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)) {
                    Files.setLastModifiedTime(each, FileTime.from(LayerTree.TIME));
                }
            }
        }
    }

    public Path home() {
        return home;
    }

    /// All files that the dynamic loader loads.
    public List<Path> binaries() throws IOException {
        try (Stream<Path> walk = Files.walk(home)) {
            return walk.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .filter(file -> file.startsWith(home.resolve("bin"))
                            || file.getFileName().toString().endsWith(".so")
                            || file.getFileName().toString().equals("jspawnhelper"))
                    .sorted()
                    .toList();
        }
    }

    /// The JDK's own release file, with keys such as `IMPLEMENTOR` and `JAVA_RUNTIME_VERSION`.
    public Properties release() throws IOException {
        Properties said = new Properties();
        try (InputStream in = Files.newInputStream(home.resolve("release"))) {
            said.load(in);
        }
        said.replaceAll((_, value) -> value.toString().replace("\"", ""));
        return said;
    }
}

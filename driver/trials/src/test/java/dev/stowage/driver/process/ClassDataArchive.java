package dev.stowage.driver.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/// An archive of the driver's classes, which halves the start time of a driver that is started hundreds of times.
/// The JVM archives classes from jars only, so the compiled class directories are packed first.
record ClassDataArchive(String classPath, List<String> options) {

    private static final class Made {
        private static final ClassDataArchive ONCE = make();
    }

    static ClassDataArchive get() {
        return Made.ONCE;
    }

    private static ClassDataArchive make() {
        try {
            Path folder = Files.createTempDirectory(Path.of("/tmp"), "stowage-jars-");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
            String classPath = packed(folder);
            Path archive = folder.resolve("classes.jsa");
            ClassDataArchive training = new ClassDataArchive(classPath, List.of("-XX:ArchiveClassesAtExit=" + archive));
            try (LocalDriverProcess driver =
                    LocalDriverProcess.start(folder, List.of("--backend=directory"), training)) {
                driver.terminate();
            }
            return new ClassDataArchive(classPath, List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String packed(Path folder) throws IOException {
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            entries.add(Files.isDirectory(path) ? pack(path, folder.resolve(entries.size() + ".jar")) : entry);
        }
        return String.join(File.pathSeparator, entries);
    }

    private static String pack(Path classes, Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            out.setLevel(0);
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
        return jar.toString();
    }

    private static void remove(Path folder) {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.stowage.image.debian;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The files of several packages as one file system. Everything is below `/usr`, as in current Debian releases,
/// whatever the path in the package.
public final class PackageFiles {
    private static final List<String> MOVED = List.of("bin/", "sbin/", "lib/", "lib64/");
    private static final List<String> PROGRAMS = List.of("usr/sbin/", "usr/bin/");

    private final Map<String, Found> files;

    private PackageFiles(Map<String, Found> files) {
        this.files = files;
    }

    /// @param path within the image
    /// @param file on this machine
    record Found(String path, Path file, DebianPackage owner) {}

    public static PackageFiles of(List<UnpackedPackage> packages) throws IOException {
        Map<String, Found> files = new TreeMap<>();
        for (UnpackedPackage one : packages) {
            try (Stream<Path> walk = Files.walk(one.folder())) {
                for (Path file : walk.toList()) {
                    if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                        String path = belowUsr(one.folder().relativize(file).toString());
                        files.putIfAbsent(path, new Found(path, file, one.description()));
                    }
                }
            }
        }
        return new PackageFiles(files);
    }

    static String belowUsr(String path) {
        return MOVED.stream().anyMatch(path::startsWith) ? "usr/" + path : path;
    }

    Optional<Found> at(String path) {
        return Optional.ofNullable(files.get(path));
    }

    List<Found> matching(Pattern paths) {
        return files.values().stream()
                .filter(found -> paths.matcher(found.path()).matches())
                .toList();
    }

    public String text(String path) throws IOException {
        return Files.readString(
                at(path).orElseThrow(() -> new NoSuchFileException("/" + path)).file());
    }

    Optional<Found> program(String name) {
        return PROGRAMS.stream()
                .map(folder -> at(folder + name))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /// The default search path of Debian's loader: the directory of the architecture first.
    Optional<Found> library(String name) {
        return files.values().stream()
                .filter(found -> found.path().matches("usr/lib(64)?/([^/]+-linux-gnu[^/]*/)?[^/]+")
                        && found.path().endsWith("/" + name))
                .min((a, b) -> Integer.compare(b.path().length(), a.path().length()));
    }
}

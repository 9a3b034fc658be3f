package dev.stowage.dist.repository;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The files of a repository: what git keeps, and what it would keep after an `add`.
record RepositoryFiles(Path root, List<Path> files) {

    static RepositoryFiles ofThisRepository() throws IOException, InterruptedException {
        Path root = Path.of("").toAbsolutePath().resolveSibling("").normalize();
        assumeTrue(Files.exists(root.resolve(".git")), "this is no git repository, so nobody knows its files");
        Process git = new ProcessBuilder("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
                .directory(root.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String names = new String(git.getInputStream().readAllBytes(), UTF_8);
        assumeTrue(git.waitFor() == 0, "git does not list the files of " + root);
        return of(root, Stream.of(names.split("\0")).map(Path::of));
    }

    static RepositoryFiles of(Path root, Stream<Path> names) {
        return new RepositoryFiles(
                root,
                names.filter(name -> Files.isRegularFile(root.resolve(name)))
                        .sorted()
                        .toList());
    }

    Stream<Path> named(String glob) {
        var matcher = root.getFileSystem().getPathMatcher("glob:" + glob);
        return files.stream().filter(matcher::matches);
    }

    List<String> lines(Path file) {
        return text(file).lines().toList();
    }

    String text(Path file) {
        try {
            return new String(Files.readAllBytes(root.resolve(file)), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

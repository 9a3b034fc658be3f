package dev.stowage.dist.reference;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The main code of some modules, as text.
record ModuleSources(List<String> files) {

    static ModuleSources of(Path root, String... modules) throws IOException {
        Stream<String> files = Stream.empty();
        for (String module : modules) {
            try (Stream<Path> walk = Files.walk(root.resolve(module).resolve("src/main/java"))) {
                files = Stream.concat(
                        files,
                        walk
                                .filter(file -> file.toString().endsWith(".java"))
                                .map(ModuleSources::text)
                                .toList()
                                .stream());
            }
        }
        return new ModuleSources(files.toList());
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The matches of the pattern's first group in the selected files.
    Set<String> found(Pattern pattern, Predicate<String> file) {
        Set<String> found = new TreeSet<>();
        files.stream()
                .filter(file)
                .forEach(text -> pattern.matcher(text).results().forEach(one -> found.add(one.group(1))));
        return found;
    }
}

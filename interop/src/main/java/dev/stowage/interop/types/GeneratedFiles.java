package dev.stowage.interop.types;

import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.TextDifference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Compares generated files with those in the repository.
///
/// @param generated a directory with only these files
/// @param kept a directory with only generated files
record GeneratedFiles(Path generated, Path kept) {

    private static final int SHOWN = 40;

    /// The file names on both sides.
    SortedSet<String> names() throws IOException {
        SortedSet<String> names = names(generated);
        names.addAll(names(kept));
        return names;
    }

    void rewrite() throws IOException {
        for (String name : names()) {
            if (Files.exists(generated.resolve(name))) {
                Files.copy(generated.resolve(name), kept.resolve(name), StandardCopyOption.REPLACE_EXISTING);
            } else {
                Files.delete(kept.resolve(name));
            }
        }
    }

    List<CheckResult> outcomes() throws IOException {
        List<CheckResult> results = new ArrayList<>();
        for (String name : names()) {
            List<String> differences = differences(name);
            results.add(
                    differences.isEmpty()
                            ? CheckResult.passed(name)
                            : CheckResult.failed(
                                    name,
                                    differences.size()
                                            + " differences (- checked in, + generated);"
                                            + " run ./stowage interop types --rewrite to update the file:\n     "
                                            + differences.stream()
                                                    .limit(SHOWN)
                                                    .collect(Collectors.joining("\n     "))));
        }
        return results;
    }

    private List<String> differences(String name) throws IOException {
        Path ours = kept.resolve(name);
        Path theirs = generated.resolve(name);
        if (!Files.exists(ours)) {
            return List.of("+ the file");
        }
        if (!Files.exists(theirs)) {
            return List.of("- the file");
        }
        // Most files are equal, and computing differences takes time and memory.
        if (Files.mismatch(ours, theirs) < 0) {
            return List.of();
        }
        List<String> lines = TextDifference.between(Files.readString(ours), Files.readString(theirs)).stream()
                .map(each -> (each.first() ? "- " : "+ ") + each.line())
                .toList();
        return lines.isEmpty() ? List.of("line endings") : lines;
    }

    private static SortedSet<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
        }
    }
}

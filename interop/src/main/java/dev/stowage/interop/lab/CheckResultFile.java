package dev.stowage.interop.lab;

import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.CheckResult.CheckStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// The results of a guest, a line for each: status, name and reason, separated by tabs. Lines are added as suites end,
/// so that a guest that does not end leaves what it has.
record CheckResultFile(Path path) {

    private static final String SEPARATOR = "\t";

    void add(List<CheckResult> results) throws IOException {
        Files.write(
                path,
                results.stream()
                        .map(result -> String.join(
                                SEPARATOR, result.status().name(), oneLine(result.name()), oneLine(result.reason())))
                        .toList(),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    List<CheckResult> read() throws IOException {
        if (!Files.exists(path)) {
            return List.of();
        }
        List<CheckResult> results = new ArrayList<>();
        for (String line : Files.readAllLines(path)) {
            String[] parts = line.split(SEPARATOR, 3);
            if (parts.length < 3) {
                throw new IOException(path + " is cut off at: " + line);
            }
            results.add(new CheckResult(parts[1], CheckStatus.valueOf(parts[0]), parts[2]));
        }
        return results;
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }
}

package dev.stowage.dist.testreport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads from Maven's log which modules failed to build.
final class MavenLog {

    private static final Pattern BROKEN = Pattern.compile("\\[INFO] (.+?) \\.* ?FAILURE \\[.*");

    private MavenLog() {}

    static List<String> brokenModules(Path log) throws IOException {
        if (!Files.exists(log)) {
            return List.of();
        }
        return Files.readAllLines(log).stream()
                .map(BROKEN::matcher)
                .filter(Matcher::matches)
                .map(line -> line.group(1))
                .toList();
    }
}

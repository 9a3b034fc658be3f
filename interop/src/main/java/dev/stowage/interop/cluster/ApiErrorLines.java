package dev.stowage.interop.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Log lines which show that a program could not work with its API server.
final class ApiErrorLines {
    private static final Pattern COMPLAINT = Pattern.compile(
            "(?i)unable to decode|unmarshal|couldn't get version|no kind .* is registered|unexpected object"
                    + "|failed to (list|watch)|watch ended with error|event bookmark expired|unexpected watch"
                    + "|very short watch|too old resource version|unable to sync|failed to sync cache");
    /// Single conflicts are normal; this many are not.
    private static final int CONFLICTS = 50;

    /// On a busy machine a connection may take longer than Go's timeout. Nothing was sent then.
    private static final String NOT_CONNECTED = "TLS handshake timeout";

    private ApiErrorLines() {}

    static List<String> in(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        long conflicts = lines.stream()
                .filter(line -> line.contains("the object has been modified"))
                .count();
        Stream<String> storm =
                conflicts > CONFLICTS ? Stream.of(conflicts + " lines about conflicting writes") : Stream.empty();
        return Stream.concat(
                        lines.stream()
                                .filter(line -> COMPLAINT.matcher(line).find())
                                .filter(line -> !line.contains(NOT_CONNECTED))
                                .limit(10),
                        storm)
                .toList();
    }
}

package dev.stowage.interop.suite;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// Compares the results of our programs with those of Kubernetes.
///
/// @param accepted by scenario, `*` for all: `- ` before a line that only upstream has, `+ ` before one that only
///     ours has, `~ ` before one that either has sometimes
public record UpstreamComparison(Map<String, List<String>> accepted) {

    private static final String LIST = "differences.txt";
    private static final int SHOWN = 60;

    /// @param suite the class whose package contains the list of differences
    public static UpstreamComparison load(Class<?> suite) throws IOException {
        try (InputStream in = suite.getResourceAsStream(LIST)) {
            if (in == null) {
                throw new IOException(LIST + " is not in the jar");
            }
            return new UpstreamComparison(IndentedBlocks.in(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        }
    }

    public CheckResult of(String scenario, String theirs, String ours) {
        String name = scenario + ": both leave the same";
        List<String> seen = TextDifference.between(theirs, ours).stream()
                .map(each -> (each.first() ? "- " : "+ ") + each.line().strip())
                .filter(line -> !atTimes(scenario, line) && !atTimes("*", line))
                .toList();
        List<String> wanted = accepted.getOrDefault(scenario, List.of()).stream()
                .filter(line -> !line.startsWith("~"))
                .toList();
        if (seen.equals(wanted)) {
            return CheckResult.passed(name);
        }
        return CheckResult.failed(
                name,
                "what is left differs (- theirs, + ours)"
                        + (wanted.isEmpty() ? "" : ", and not as differences.txt lists it")
                        + ":\n     "
                        + String.join("\n     ", seen.size() > SHOWN ? seen.subList(0, SHOWN) : seen));
    }

    private boolean atTimes(String scenario, String line) {
        String seen = "~" + line.substring(1);
        return accepted.getOrDefault(scenario, List.of()).stream()
                .anyMatch(listed -> listed.endsWith("…")
                        ? seen.startsWith(listed.substring(0, listed.length() - 1))
                        : seen.equals(listed));
    }
}

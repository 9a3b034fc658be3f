package dev.stowage.interop.chart;

import dev.stowage.interop.process.Await;
import dev.stowage.interop.suite.SuiteChecks;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// A pod that appends numbers to a file on its volume, fifty each second, and ends at the first error.
///
/// @param name of the pod and its claim
record SteadyWriter(PodsWithClaims podsWithClaims, String name) {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final String SCRIPT = "i=0; while i=$((i+1)); echo $i >> /data/log || exit 1; do sleep 0.02; done";

    void start() throws IOException, InterruptedException {
        podsWithClaims.create(name, SCRIPT);
        Await.until("the first line", SOON, List.of(), () -> !lines().isEmpty());
    }

    /// After something has happened to the processes of ours.
    void requireUndisturbed(SuiteChecks checks) throws InterruptedException {
        checks.equal(
                "the writing pod never stopped",
                "Running 0",
                () -> podsWithClaims
                        .kubectl()
                        .output(
                                "get",
                                "pod",
                                name,
                                "-o",
                                "jsonpath={.status.phase} {.status.containerStatuses[0].restartCount}"));
        checks.holds("no line is lost", () -> {
            List<String> lines = lines();
            for (int i = 0; i < lines.size(); i++) {
                if (!lines.get(i).equals(String.valueOf(i + 1))) {
                    throw new AssertionError("line %d is \"%s\"".formatted(i + 1, lines.get(i)));
                }
            }
        });
        checks.holds("it keeps writing", () -> {
            int before = lines().size();
            Await.until("another line", SOON, List.of(), () -> lines().size() > before);
        });
    }

    private List<String> lines() throws IOException, InterruptedException {
        return podsWithClaims
                .kubectl()
                .output("exec", name, "--", "cat", "/data/log")
                .lines()
                .toList();
    }
}

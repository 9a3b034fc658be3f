package dev.stowage.interop.chart;

import dev.stowage.interop.process.Await;
import dev.stowage.interop.suite.SuiteChecks;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Replaces every process of ours while one pod writes continuously and others are created and deleted.
record RollingUpgradeChecks(InstalledChart installedChart, PodsWithClaims podsWithClaims) {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final String WRITER = "steady";
    private static final int PASSING = 6;

    void run(SuiteChecks checks) throws InterruptedException {
        SteadyWriter writer = new SteadyWriter(podsWithClaims, WRITER);
        checks.holds("a pod writes continuously", writer::start);
        checks.holds("claims and pods are created and deleted while every process is replaced", this::replace);
        writer.requireUndisturbed(checks);
        checks.holds("it is deleted with its volume", () -> {
            podsWithClaims.delete(WRITER);
            podsWithClaims.awaitNoVolumes();
        });
    }

    private void replace() throws Exception {
        List<String> before = processes();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> others = threads.submit(() -> {
                for (int i = 0; i < PASSING; i++) {
                    podsWithClaims.create("passing-" + i, "echo passed > /data/it");
                }
                for (int i = 0; i < PASSING; i++) {
                    podsWithClaims.awaitSuccess("passing-" + i);
                    podsWithClaims.delete("passing-" + i);
                }
                return PASSING;
            });
            installedChart.upgrade("--set=log.level=debug");
            // The old one is deleted after the new one is ready.
            Await.until(
                    "the end of " + before,
                    SOON,
                    List.of(),
                    () -> processes().stream().noneMatch(before::contains));
            int _ = others.get();
        }
    }

    private List<String> processes() throws IOException, InterruptedException {
        return podsWithClaims
                .kubectl()
                .output("get", "pods", "--namespace=" + HelmChart.NAMESPACE, "-o", "name")
                .lines()
                .toList();
    }
}

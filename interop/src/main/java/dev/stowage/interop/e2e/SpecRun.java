package dev.stowage.interop.e2e;

import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.program.Daemon;
import dev.stowage.interop.program.LogTail;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.GinkgoReport;
import dev.stowage.interop.suite.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// One run of `e2e.test` on a stage.
record SpecRun(SpecStage stage, Selection selection) {

    /// Most of a spec is waiting; more at once than this and a small machine makes them wait for each other.
    private static final int AT_ONCE = 6;

    private static final Duration WHOLE = Duration.ofHours(3);
    private static final Duration QUICK = Duration.ofMinutes(30);
    private static final Duration SILENCE = Duration.ofMinutes(1);

    List<Outcome> outcomes() throws IOException, InterruptedException {
        Bench bench = stage.bench();
        Duration limit = bench.quick() ? QUICK : WHOLE;
        Path report = bench.logs().resolve("e2e-report.xml");
        Daemon run = bench.own(Daemon.start(
                "e2e.test",
                bench.logs(),
                Map.of("HOME", bench.directory("home").toString()),
                argv(bench, limit, report)));
        long end = System.nanoTime() + limit.plusMinutes(2).toNanos();
        while (!run.awaitEnd(SILENCE)) {
            bench.say("  %d specs are done".formatted(done(run.log())));
            stage.requireAlive();
            if (System.nanoTime() - end > 0) {
                throw new IOException("e2e.test did not finish; it ends with:\n" + LogTail.of(run.log(), 15));
            }
        }
        if (!Files.exists(report)) {
            throw new IOException("e2e.test wrote no report; it ends with:\n" + LogTail.of(run.log(), 30));
        }
        return GinkgoReport.read(report).stream().flatMap(this::told).toList();
    }

    /// A report names every spec of Kubernetes; without a reason stand those that were not asked for.
    private Stream<Outcome> told(Outcome outcome) {
        if (outcome.verdict() != Outcome.Verdict.SKIPPED || !outcome.reason().equals("skipped")) {
            return Stream.of(outcome);
        }
        return selection.whyLeftOut(outcome.name()).map(why -> Outcome.skipped(outcome.name(), why)).stream();
    }

    private List<String> argv(Bench bench, Duration limit, Path report) throws IOException {
        return List.of(
                bench.judges().path(Judge.GINKGO),
                "--procs=" + AT_ONCE,
                "--no-color",
                "-v",
                "--timeout=" + limit.toMinutes() + "m",
                "--focus=" + selection.focus(),
                "--skip=" + selection.skip(),
                "--output-dir=" + report.getParent(),
                "--junit-report=" + report.getFileName(),
                bench.judges().path(Judge.E2E_TEST),
                "--",
                "--kubeconfig=" + stage.plane().kubeconfig(),
                "--kubectl-path=" + bench.judges().path(Judge.KUBECTL),
                "--provider=skeleton",
                "--num-nodes=1",
                "--repo-root=" + bench.directory(),
                "--kubelet-root-dir=" + stage.node().kubeletRoot(),
                "--storage.testdriver=" + new DriverDefinition(bench.directory("definition")).write());
    }

    private static long done(Path log) throws IOException {
        try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.matches(".{0,3} \\[(FAILED\\] \\[)?[0-9.]+ seconds\\].*"))
                    .count();
        }
    }
}

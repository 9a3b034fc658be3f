package dev.stowage.interop.e2e;

import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.LogTail;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.GinkgoReport;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// One run of `e2e.test` on a fixture.
record SpecRunner(E2eFixture fixture, SpecSelection specSelection) {

    /// Specs mostly wait; more concurrent specs slow each other down on a small machine.
    private static final int AT_ONCE = 6;

    private static final Duration WHOLE = Duration.ofHours(3);
    private static final Duration QUICK = Duration.ofMinutes(30);
    private static final Duration SILENCE = Duration.ofMinutes(1);

    List<CheckResult> results() throws IOException, InterruptedException {
        SuiteWorkspace workspace = fixture.workspace();
        Duration limit = workspace.quick() ? QUICK : WHOLE;
        Path report = workspace.logs().resolve("e2e-report.xml");
        Daemon run = workspace.own(Daemon.start(
                "e2e.test",
                workspace.logs(),
                Map.of("HOME", workspace.directory("home").toString()),
                argv(workspace, limit, report)));
        long end = System.nanoTime() + limit.plusMinutes(2).toNanos();
        while (!run.awaitEnd(SILENCE)) {
            workspace.report("  %d specs are done".formatted(done(run.log())));
            fixture.requireAlive();
            if (System.nanoTime() - end > 0) {
                throw new IOException("e2e.test did not finish; it ends with:\n" + LogTail.of(run.log(), 15));
            }
        }
        if (!Files.exists(report)) {
            throw new IOException("e2e.test wrote no report; it ends with:\n" + LogTail.of(run.log(), 30));
        }
        return GinkgoReport.read(report).stream().flatMap(this::reported).toList();
    }

    /// A report names every spec of Kubernetes; specs that were not selected have no reason.
    private Stream<CheckResult> reported(CheckResult outcome) {
        if (outcome.status() != CheckResult.CheckStatus.SKIPPED
                || !outcome.reason().equals("skipped")) {
            return Stream.of(outcome);
        }
        return specSelection.whyLeftOut(outcome.name()).map(why -> CheckResult.skipped(outcome.name(), why)).stream();
    }

    private List<String> argv(SuiteWorkspace workspace, Duration limit, Path report) throws IOException {
        return List.of(
                workspace.programs().path(ReferenceProgram.GINKGO),
                "--procs=" + AT_ONCE,
                "--no-color",
                "-v",
                "--timeout=" + limit.toMinutes() + "m",
                "--focus=" + specSelection.focus(),
                "--skip=" + specSelection.skip(),
                "--output-dir=" + report.getParent(),
                "--junit-report=" + report.getFileName(),
                workspace.programs().path(ReferenceProgram.E2E_TEST),
                "--",
                "--kubeconfig=" + fixture.plane().kubeconfig(),
                "--kubectl-path=" + workspace.programs().path(ReferenceProgram.KUBECTL),
                "--provider=skeleton",
                "--num-nodes=1",
                "--repo-root=" + workspace.directory(),
                "--kubelet-root-dir=" + fixture.node().kubeletRoot(),
                "--storage.testdriver=" + new DriverDefinition(workspace.directory("definition")).write());
    }

    private static long done(Path log) throws IOException {
        try (Stream<String> lines = Files.lines(log, StandardCharsets.ISO_8859_1)) {
            return lines.filter(line -> line.matches(".{0,3} \\[(FAILED\\] \\[)?[0-9.]+ seconds\\].*"))
                    .count();
        }
    }
}

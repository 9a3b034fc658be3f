package dev.stowage.interop.sidecar;

import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Our sidecars compared with those they replace: same script, same writes, same calls.
public final class SidecarSuite implements Suite {

    private static final Logger CALLS = Logger.getLogger("dev.stowage.csi");

    private static final Duration LATE_NEWS = Duration.ofSeconds(15);

    @Override
    public String name() {
        return "sidecar";
    }

    @Override
    public String summary() {
        return "Our sidecars make the same API writes and CSI calls as the Go sidecars, on a real control plane.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(40);
    }

    @Override
    public Set<ReferenceProgram> programs() {
        return EnumSet.of(
                ReferenceProgram.KUBE_APISERVER,
                ReferenceProgram.KUBE_CONTROLLER_MANAGER,
                ReferenceProgram.KUBECTL,
                ReferenceProgram.SNAPSHOT_CONTROLLER,
                ReferenceProgram.CSI_SNAPSHOTTER);
    }

    @Override
    public Set<DebianPackage> packages() {
        Set<DebianPackage> all = EnumSet.of(DebianPackage.E2FSPROGS, DebianPackage.XFSPROGS);
        all.addAll(ControlPlane.PACKAGES);
        return all;
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws Exception {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(CheckResult.skipped(name(), "drivers need root to mount"));
        }
        return quietly(
                workspace,
                SidecarFixture.theirController(workspace),
                SidecarScenarios.all(),
                workspace.options().rewrite());
    }

    /// @param controller the snapshot controller that runs beside them
    /// @param rewrite whether the transcripts are stored instead of compared
    static List<CheckResult> quietly(
            SuiteWorkspace workspace, List<String> controller, List<SidecarScenario> scenarios, boolean rewrite)
            throws Exception {
        Level before = CALLS.getLevel();
        CALLS.setLevel(Level.OFF); // expected failures are not logged
        try {
            return runScenarios(workspace, controller, scenarios, rewrite);
        } finally {
            CALLS.setLevel(before);
        }
    }

    private static List<CheckResult> runScenarios(
            SuiteWorkspace workspace, List<String> controller, List<SidecarScenario> scenarios, boolean rewrite)
            throws Exception {
        List<SidecarSubject> subjects = List.of(
                new SidecarSubject.Stowage(),
                new SidecarSubject.Upstream(workspace.options().peers(), workspace.programs()));
        SidecarFixture fixture = SidecarFixture.open(workspace, subjects, controller);
        workspace.report("the control plane is ready");
        TranscriptComparison transcriptComparison = TranscriptComparison.read(rewrite);
        List<CheckResult> results = new ArrayList<>();
        for (SidecarScenario sidecarScenario : SidecarScenarios.chosen(scenarios, workspace.options())) {
            for (SidecarSubject subject : sidecarScenario.oursOnly() ? subjects.subList(0, 1) : subjects) {
                CheckResult outcome = result(fixture, subject, sidecarScenario, transcriptComparison);
                workspace.report(outcome.status() + " " + outcome.name());
                results.add(outcome);
            }
        }
        return results;
    }

    private static CheckResult result(
            SidecarFixture fixture,
            SidecarSubject subject,
            SidecarScenario sidecarScenario,
            TranscriptComparison transcriptComparison)
            throws InterruptedException {
        String name = subject.name() + ": " + sidecarScenario.name();
        for (SidecarComponent sidecarComponent : sidecarScenario.needs()) {
            if (!subject.has(sidecarComponent)) {
                return CheckResult.skipped(
                        name, "no " + sidecarComponent.program() + " (set --peer-bin to a directory that has it)");
            }
        }
        if (subject instanceof SidecarSubject.Stowage
                && transcriptComparison.pending(sidecarScenario).isPresent()) {
            return CheckResult.skipped(
                    name, transcriptComparison.pending(sidecarScenario).get());
        }
        try (SidecarScenarioContext context = new SidecarScenarioContext(fixture, subject, sidecarScenario.name())) {
            String failure = "";
            try {
                sidecarScenario.script().run(context);
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception | AssertionError e) {
                failure = e.toString();
            }
            CheckResult outcome = failure.isEmpty()
                    ? checked(context, text -> transcriptComparison.of(name, sidecarScenario, subject, text))
                    : CheckResult.failed(name, failure + "\n" + context.text().indent(5));
            Files.writeString(
                    fixture.workspace().logs().resolve(sidecarScenario.name() + "-" + subject.name() + ".txt"),
                    context.text());
            return outcome;
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return CheckResult.failed(name, e.toString());
        }
    }

    @FunctionalInterface
    private interface TranscriptCheck {
        CheckResult of(String text) throws IOException;
    }

    /// Sidecars send events in the background, possibly after everything else is done.
    private static CheckResult checked(SidecarScenarioContext context, TranscriptCheck transcriptCheck)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + LATE_NEWS.toNanos();
        CheckResult outcome = transcriptCheck.of(context.text());
        while (outcome.status() == CheckResult.CheckStatus.FAILED && System.nanoTime() - end < 0) {
            TimeUnit.MILLISECONDS.sleep(200);
            outcome = transcriptCheck.of(context.text());
        }
        return outcome;
    }
}

package dev.stowage.interop.tutorial;

import dev.stowage.interop.process.MountPoints;
import dev.stowage.interop.process.UninterruptedCleanup;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteChecks;
import dev.stowage.interop.suite.SuiteWorkspace;
import dev.stowage.interop.up.UpProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The tasks of the tutorials of Kubernetes, with kubectl and helm, on `./stowage up`.
public final class TutorialSuite implements Suite {

    @Override
    public String name() {
        return "tutorial";
    }

    @Override
    public String summary() {
        return "What users of a small cluster do with kubectl and helm works on ./stowage up.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(25);
    }

    @Override
    public Set<ReferenceProgram> programs() {
        return Set.of(ReferenceProgram.KUBECTL, ReferenceProgram.HELM);
    }

    @Override
    public Set<DebianPackage> packages() {
        return Set.of(DebianPackage.BUSYBOX, DebianPackage.CURL);
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws IOException, InterruptedException {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(CheckResult.skipped(name(), "mounting volumes needs root"));
        }
        Path data = workspace.directory("up");
        workspace.own(
                (AutoCloseable) () -> UninterruptedCleanup.run(() -> MountPoints.removeBeneath(workspace.directory())));
        UpProcess up = UpProcess.start(workspace, "up", data, 2);
        List<TutorialPage> pages = TutorialPage.all();
        if (workspace.quick()) {
            pages = pages.stream().map(TutorialPage::quick).toList();
        }
        TutorialRunner runner = new TutorialRunner(workspace, data.resolve("kubeconfig"), Optional.empty());
        List<CheckResult> results = new ArrayList<>(runner.run(pages));
        SuiteChecks end = new SuiteChecks();
        end.holds("Ctrl-C stops it", up::interrupt);
        end.leavesNothing(data, "");
        results.addAll(end.results());
        return results;
    }
}

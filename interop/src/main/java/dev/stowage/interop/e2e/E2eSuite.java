package dev.stowage.interop.e2e;

import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteOptions;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// The storage tests of Kubernetes, with a driver definition that declares everything our driver supports.
public final class E2eSuite implements Suite {

    @Override
    public String name() {
        return "e2e";
    }

    @Override
    public String summary() {
        return "Runs External.Storage, the storage tests of Kubernetes, against our driver on a real cluster.";
    }

    /// For the whole suite; the specs have their own limit, which is shorter for the quick selection.
    @Override
    public Duration budget() {
        return Duration.ofHours(4);
    }

    @Override
    public Set<ReferenceProgram> programs() {
        Set<ReferenceProgram> all = EnumSet.of(
                ReferenceProgram.KUBELET,
                ReferenceProgram.SNAPSHOT_CONTROLLER,
                ReferenceProgram.E2E_TEST,
                ReferenceProgram.GINKGO,
                ReferenceProgram.AGNHOST,
                ReferenceProgram.HELM);
        all.addAll(ControlPlane.PROGRAMS);
        return all;
    }

    @Override
    public Set<DebianPackage> packages() {
        return RealNode.PACKAGES;
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws Exception {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(CheckResult.skipped(name(), "containers need root"));
        }
        E2eFixture fixture = E2eFixture.open(workspace);
        long begun = System.nanoTime();
        List<CheckResult> results = new SpecRunner(fixture, SpecSelection.of(workspace.options())).results();
        SpecTable table = SpecTable.of(results);
        table.lines().forEach(workspace::report);
        if (workspace.options().rewrite()) {
            write(workspace.options(), table, Duration.ofNanos(System.nanoTime() - begun));
        }
        return results.stream()
                .map(outcome -> new CheckResult(SpecTable.brief(outcome.name()), outcome.status(), outcome.reason()))
                .toList();
    }

    private static void write(SuiteOptions options, SpecTable table, Duration used) throws IOException {
        boolean ours = options.e2e().ownControllers();
        Path page = Path.of(System.getProperty("stowage.home", "."), "docs", "conformance.md");
        String command = "./stowage interop e2e" + (options.quick() ? " --quick" : "") + (ours ? " --control=ours" : "")
                + (options.e2e().chart() ? "" : " --deploy=host");
        new ConformancePage(page, ours ? "with our controllers" : "with the controllers of Kubernetes")
                .put(ConformancePage.text(table, command, used));
    }
}

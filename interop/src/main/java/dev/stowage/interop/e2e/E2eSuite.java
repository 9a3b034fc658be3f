package dev.stowage.interop.e2e;

import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.judge.DebianPackage;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.Outcome;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.Wishes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// The storage tests of Kubernetes, with a definition that claims all that our driver can.
public final class E2eSuite implements Suite {

    @Override
    public String name() {
        return "e2e";
    }

    @Override
    public String summary() {
        return "External.Storage, the storage tests of Kubernetes itself, judges our driver on a real cluster.";
    }

    /// For all of it; the specs have a limit of their own, which is shorter for the quick selection.
    @Override
    public Duration budget() {
        return Duration.ofHours(4);
    }

    @Override
    public Set<Judge> judges() {
        Set<Judge> all = EnumSet.of(
                Judge.KUBELET, Judge.SNAPSHOT_CONTROLLER, Judge.E2E_TEST, Judge.GINKGO, Judge.AGNHOST, Judge.HELM);
        all.addAll(ControlPlane.JUDGES);
        return all;
    }

    @Override
    public Set<DebianPackage> packages() {
        return RealNode.PACKAGES;
    }

    @Override
    public List<Outcome> run(Bench bench) throws Exception {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(Outcome.skipped(name(), "containers need root"));
        }
        SpecStage stage = SpecStage.open(bench);
        long begun = System.nanoTime();
        List<Outcome> outcomes = new SpecRun(stage, Selection.of(bench.wishes())).outcomes();
        SpecTable table = SpecTable.of(outcomes);
        table.lines().forEach(bench::say);
        if (bench.wishes().rewrite()) {
            write(bench.wishes(), table, Duration.ofNanos(System.nanoTime() - begun));
        }
        return outcomes.stream()
                .map(outcome -> new Outcome(SpecTable.brief(outcome.name()), outcome.verdict(), outcome.reason()))
                .toList();
    }

    private static void write(Wishes wishes, SpecTable table, Duration used) throws IOException {
        boolean ours = wishes.e2e().ownControllers();
        Path page = Path.of(System.getProperty("stowage.home", "."), "docs", "conformance.md");
        String command = "./stowage interop e2e" + (wishes.quick() ? " --quick" : "") + (ours ? " --control=ours" : "")
                + (wishes.e2e().chart() ? "" : " --deploy=host");
        new ConformancePage(page, ours ? "with our controllers" : "with the controllers of Kubernetes")
                .put(ConformancePage.text(table, command, used));
    }
}

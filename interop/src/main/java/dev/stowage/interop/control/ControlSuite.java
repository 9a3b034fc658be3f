package dev.stowage.interop.control;

import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.judge.DebianPackage;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.Comparison;
import dev.stowage.interop.suite.Outcome;
import dev.stowage.interop.suite.Suite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The volume controllers in the place of those of kube-controller-manager, which are switched off by name.
public final class ControlSuite implements Suite {

    @Override
    public String name() {
        return "control";
    }

    @Override
    public String summary() {
        return "Our volume controllers leave the objects that those of Kubernetes leave, on a real cluster.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(40);
    }

    @Override
    public Set<Judge> judges() {
        Set<Judge> all = EnumSet.of(Judge.KUBELET, Judge.SNAPSHOT_CONTROLLER);
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
        Comparison comparison = Comparison.beside(ControlSuite.class);
        List<Scenario> scenarios = Scenarios.chosen(bench.wishes());
        Stage stage = Stage.open(bench);
        List<Outcome> outcomes = new ArrayList<>();
        Map<String, String> theirs = Pass.of(stage, Side.KUBERNETES, scenarios, outcomes);
        Map<String, String> ours = Pass.of(stage, Side.OURS, scenarios, outcomes);
        for (Scenario scenario : scenarios) {
            String measure = theirs.get(scenario.name());
            String left = ours.get(scenario.name());
            if (measure != null && left != null) {
                outcomes.add(comparison.of(scenario.name(), measure, left));
            }
        }
        return outcomes;
    }
}

package dev.stowage.interop.node;

import dev.stowage.interop.cluster.Agent;
import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.judge.DebianPackage;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.program.Mounts;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.Comparison;
import dev.stowage.interop.suite.Outcome;
import dev.stowage.interop.suite.Questions;
import dev.stowage.interop.suite.Suite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Our node beside the kubelet: the same pods on the same cluster, driver and containerd.
public final class NodeSuite implements Suite {
    private static final int KILLS = 6;

    @Override
    public String name() {
        return "node";
    }

    @Override
    public String summary() {
        return "Our node runs pods with volumes as the kubelet does, and either takes over from the other.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(25);
    }

    @Override
    public Set<Judge> judges() {
        Set<Judge> all = EnumSet.of(Judge.KUBELET);
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
        List<String> only = bench.wishes().only();
        List<NodeScenario> scenarios = NodeScenarios.ALL.stream()
                .filter(each -> only.isEmpty() ? each.quick() || !bench.quick() : only.contains(each.name()))
                .toList();
        NodeStage stage = NodeStage.open(bench, Agent.OURS, List.of("--backend=image", "--pool-size=4Gi", "--thin"));
        NodePass ours = new NodePass(stage, Agent.OURS);
        List<Outcome> outcomes = new ArrayList<>(ours.play(scenarios));
        Questions questions = new Questions();
        questions.becomes("ours leaves no mount", "[]", () -> mounts(stage));
        if (!bench.quick() && (only.isEmpty() || only.contains("kills"))) {
            new Handover(stage).kills(questions, KILLS);
        }
        stage.handTo(Agent.KUBELET);
        bench.say("the kubelet looks after the node");
        NodePass theirs = new NodePass(stage, Agent.KUBELET);
        outcomes.addAll(theirs.play(scenarios));
        Comparison comparison = Comparison.beside(NodeSuite.class);
        for (NodeScenario scenario : scenarios) {
            String here = ours.seen().get(scenario.name());
            String there = theirs.seen().get(scenario.name());
            if (here != null && there != null) {
                outcomes.add(comparison.of(scenario.name(), there, here));
            }
        }
        if (only.isEmpty() || only.contains("handover")) {
            new Handover(stage).there(questions);
        }
        outcomes.addAll(questions.outcomes());
        return outcomes;
    }

    private static String mounts(NodeStage stage) throws Exception {
        return Mounts.beneath(stage.node().kubeletRoot()).toString();
    }
}

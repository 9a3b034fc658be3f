package dev.stowage.interop.node;

import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.NodeAgent;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.process.MountPoints;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteChecks;
import dev.stowage.interop.suite.SuiteWorkspace;
import dev.stowage.interop.suite.UpstreamComparison;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Our node agent compared with the kubelet: the same pods on the same cluster, driver and containerd.
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
    public Set<ReferenceProgram> programs() {
        Set<ReferenceProgram> all = EnumSet.of(ReferenceProgram.KUBELET);
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
        List<String> only = workspace.options().only();
        List<NodeScenario> scenarios = NodeScenarios.ALL.stream()
                .filter(each -> only.isEmpty() ? each.quick() || !workspace.quick() : only.contains(each.name()))
                .toList();
        NodeFixture fixture =
                NodeFixture.open(workspace, NodeAgent.OURS, List.of("--backend=image", "--pool-size=4Gi", "--thin"));
        NodeScenarioRunner ours = new NodeScenarioRunner(fixture, NodeAgent.OURS);
        List<CheckResult> results = new ArrayList<>(ours.run(scenarios));
        SuiteChecks checks = new SuiteChecks();
        checks.becomes("our node leaves no mount", "[]", () -> mounts(fixture));
        if (!workspace.quick() && (only.isEmpty() || only.contains("kills"))) {
            new NodeHandover(fixture).kills(checks, KILLS);
        }
        fixture.handTo(NodeAgent.KUBELET);
        workspace.report("the kubelet runs the node");
        NodeScenarioRunner theirs = new NodeScenarioRunner(fixture, NodeAgent.KUBELET);
        results.addAll(theirs.run(scenarios));
        UpstreamComparison upstreamComparison = UpstreamComparison.load(NodeSuite.class);
        for (NodeScenario scenario : scenarios) {
            String here = ours.observed().get(scenario.name());
            String there = theirs.observed().get(scenario.name());
            if (here != null && there != null) {
                results.add(upstreamComparison.of(scenario.name(), there, here));
            }
        }
        if (only.isEmpty() || only.contains("handover")) {
            new NodeHandover(fixture).there(checks);
        }
        results.addAll(checks.results());
        return results;
    }

    private static String mounts(NodeFixture fixture) throws Exception {
        return MountPoints.beneath(fixture.node().kubeletRoot()).toString();
    }
}

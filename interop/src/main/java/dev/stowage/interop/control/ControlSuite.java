package dev.stowage.interop.control;

import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteWorkspace;
import dev.stowage.interop.suite.UpstreamComparison;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Our volume controllers in place of those of kube-controller-manager, which are disabled by name.
public final class ControlSuite implements Suite {

    @Override
    public String name() {
        return "control";
    }

    @Override
    public String summary() {
        return "Our volume controllers leave the same objects as those of Kubernetes, on a real cluster.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(40);
    }

    @Override
    public Set<ReferenceProgram> programs() {
        Set<ReferenceProgram> all = EnumSet.of(ReferenceProgram.KUBELET, ReferenceProgram.SNAPSHOT_CONTROLLER);
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
        UpstreamComparison upstreamComparison = UpstreamComparison.load(ControlSuite.class);
        List<ControlScenario> scenarios = ControlScenarios.chosen(workspace.options());
        ControlFixture fixture = ControlFixture.open(workspace);
        List<CheckResult> results = new ArrayList<>();
        Map<String, String> theirs = ControlScenarioRunner.of(fixture, ControlSubject.KUBERNETES, scenarios, results);
        Map<String, String> ours = ControlScenarioRunner.of(fixture, ControlSubject.OURS, scenarios, results);
        for (ControlScenario controlScenario : scenarios) {
            String measure = theirs.get(controlScenario.name());
            String left = ours.get(controlScenario.name());
            if (measure != null && left != null) {
                results.add(upstreamComparison.of(controlScenario.name(), measure, left));
            }
        }
        return results;
    }
}

package dev.stowage.interop.tutorial;

import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.cluster.TestPod;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The same tasks on a real cluster, as far as they make sense there: they show that the pages expect what Kubernetes
/// does. Nothing of ours runs.
public final class KubernetesTutorialSuite implements Suite {

    @Override
    public String name() {
        return "tutorial-k8s";
    }

    @Override
    public String summary() {
        return "The tasks of the suite tutorial have the same results on a real cluster.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(40);
    }

    @Override
    public Set<ReferenceProgram> programs() {
        Set<ReferenceProgram> all = EnumSet.of(ReferenceProgram.KUBELET, ReferenceProgram.HELM);
        all.addAll(ControlPlane.PROGRAMS);
        return all;
    }

    @Override
    public Set<DebianPackage> packages() {
        return RealNode.PACKAGES;
    }

    /// It tests the expectations, which rarely change.
    @Override
    public boolean quick() {
        return false;
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws IOException, InterruptedException {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(CheckResult.skipped(name(), "containers need root"));
        }
        ControlPlane plane = ControlPlane.start(workspace, ControlPlane.Parts.ALL);
        RealNode.start(workspace, plane);
        workspace.report("the node is ready");
        return new TutorialRunner(workspace, plane.kubeconfig(), Optional.of(TestPod.IMAGE)).run(TutorialPage.all());
    }
}

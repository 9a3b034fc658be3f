package dev.stowage.cli.explain;

import dev.stowage.explain.clusterstate.ResourceKind;
import java.io.IOException;

/// A Node object without a kubelet: pods can be scheduled there, but never run.
record FakeNode(ExplainScenario explainScenario, String name) implements AutoCloseable {

    /// @param drivers what is registered there, as JSON
    static FakeNode open(ExplainScenario explainScenario, String drivers) throws IOException, InterruptedException {
        FakeNode ghost = new FakeNode(explainScenario, "paper-of-" + explainScenario.namespace());
        explainScenario.create("""
                {"apiVersion": "v1", "kind": "Node",
                 "metadata": {"name": "%1$s", "labels": {"kubernetes.io/hostname": "%1$s"}},
                 "spec": {"taints": [{"key": "ghost", "effect": "NoSchedule"}]}}""".formatted(ghost.name));
        explainScenario.mergeStatus(ResourceKind.NODE, ghost.name, """
                {"status": {"allocatable": {"cpu": "4", "memory": "1Gi", "pods": "10"},
                  "capacity": {"cpu": "4", "memory": "1Gi", "pods": "10"},
                  "conditions": [{"type": "Ready", "status": "True", "reason": "Test"}]}}""");
        explainScenario.create("""
                {"apiVersion": "storage.k8s.io/v1", "kind": "CSINode", "metadata": {"name": "%s"},
                 "spec": {"drivers": %s}}""".formatted(ghost.name, drivers));
        return ghost;
    }

    /// The part of a pod spec that binds the pod to this node.
    String place() {
        return """
                , "nodeSelector": {"kubernetes.io/hostname": "%s"},
                "tolerations": [{"operator": "Exists"}]""".formatted(name);
    }

    @Override
    public void close() throws IOException {
        try {
            explainScenario.delete(ResourceKind.NODE, name);
            explainScenario.delete(ResourceKind.CSI_NODE, name);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.stowage.cli.explain;

import dev.stowage.driver.LocalProgram;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.io.IOException;

/// A storage class for disks that move between nodes, for one scenario.
record DiskStorageClass(ExplainScenario explainScenario, String name) {

    /// @param binding `Immediate` or `WaitForFirstConsumer`
    static DiskStorageClass in(ExplainScenario explainScenario, String binding)
            throws IOException, InterruptedException {
        String name = "disks-of-" + explainScenario.namespace() + (binding.equals("Immediate") ? "" : "-later");
        explainScenario.create("""
                {"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": "%s"},
                 "provisioner": "%s", "volumeBindingMode": "%s", "allowVolumeExpansion": true}""".formatted(name, LocalProgram.DISK, binding));
        return new DiskStorageClass(explainScenario, name);
    }

    void claim(String claim) throws IOException, InterruptedException {
        explainScenario.claim(claim, name);
        explainScenario.untilPhase(ResourceKind.CLAIM, claim, "Bound");
    }

    /// @param more fields of its specification, each with a comma before it
    void snapshot(String snapshot, String claim, String more) throws IOException, InterruptedException {
        explainScenario.create("""
                {"apiVersion": "snapshot.storage.k8s.io/v1", "kind": "VolumeSnapshot", "metadata": {"name": "%s"},
                 "spec": {"source": {"persistentVolumeClaimName": "%s"}%s}}""".formatted(snapshot, claim, more));
    }

    static String from(String snapshot) {
        return """
                , "dataSource": {"apiGroup": "snapshot.storage.k8s.io", "kind": "VolumeSnapshot", "name": "%s"}""".formatted(snapshot);
    }
}

package dev.stowage.cli.explain;

import dev.stowage.explain.clusterstate.ResourceKind;
import java.io.IOException;

/// A statically provisioned volume, bound to claim `data`.
///
/// @param driver the driver of the volume
record StaticVolume(ExplainScenario explainScenario, String driver, String volume) {

    /// @param attach whether its CSIDriver says that volumes must be attached
    static StaticVolume ofUnknownDriver(ExplainScenario explainScenario, boolean attach)
            throws IOException, InterruptedException {
        String driver = explainScenario.namespace() + ".example.com";
        explainScenario.create("""
                {"apiVersion": "storage.k8s.io/v1", "kind": "CSIDriver", "metadata": {"name": "%s"},
                 "spec": {"attachRequired": %s}}""".formatted(driver, attach));
        return of(explainScenario, driver);
    }

    static StaticVolume of(ExplainScenario explainScenario, String driver) throws IOException, InterruptedException {
        return make(explainScenario, driver, """
                "csi": {"driver": "%s", "volumeHandle": "no-such-volume"}""".formatted(driver));
    }

    /// A hostPath volume, without a driver.
    static StaticVolume folder(ExplainScenario explainScenario) throws IOException, InterruptedException {
        return make(explainScenario, "", "\"hostPath\": {\"path\": \"/tmp\"}");
    }

    private static StaticVolume make(ExplainScenario explainScenario, String driver, String source)
            throws IOException, InterruptedException {
        String volume = explainScenario.namespace() + "-by-hand";
        explainScenario.create("""
                {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "%s"},
                 "spec": {"accessModes": ["ReadWriteOnce"], "capacity": {"storage": "16Mi"},
                  "persistentVolumeReclaimPolicy": "Retain",
                  "claimRef": {"namespace": "%s", "name": "data"}, %s}}""".formatted(volume, explainScenario.namespace(), source));
        explainScenario.claim("data", "", ", \"storageClassName\": \"\", \"volumeName\": \"" + volume + "\"");
        explainScenario.untilPhase(ResourceKind.CLAIM, "data", "Bound");
        return new StaticVolume(explainScenario, driver, volume);
    }

    /// As the attacher would have written it.
    String attachedTo(String node) throws IOException, InterruptedException {
        String name = explainScenario.namespace() + "-to-" + node;
        explainScenario.create("""
                {"apiVersion": "storage.k8s.io/v1", "kind": "VolumeAttachment",
                 "metadata": {"name": "%s", "finalizers": ["external-attacher/by-hand"]},
                 "spec": {"attacher": "%s", "nodeName": "%s", "source": {"persistentVolumeName": "%s"}}}""".formatted(name, driver, node, volume));
        explainScenario.mergeStatus(ResourceKind.ATTACHMENT, name, "{\"status\": {\"attached\": true}}");
        return name;
    }
}

package dev.stowage.cli.explain;

import dev.stowage.explain.clusterstate.ResourceKind;
import java.io.IOException;

/// A volume that somebody made by hand, bound to claim `data`.
///
/// @param driver that the volume is of
record StaticVolume(ExplainScenario explainScenario, String driver, String volume) {

    /// @param attach whether it says that its volumes must be attached
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

    /// A folder, as there were before drivers.
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

    /// As an attacher would have left it.
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

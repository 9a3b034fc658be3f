package dev.stowage.cli.explain;

import dev.stowage.explain.clusterstate.ResourceKind;
import java.io.IOException;

/// A volume that somebody made by hand, bound to claim `data`.
///
/// @param driver that the volume is of
record Handmade(Scene scene, String driver, String volume) {

    /// @param attach whether it says that its volumes must be attached
    static Handmade ofUnknownDriver(Scene scene, boolean attach) throws IOException, InterruptedException {
        String driver = scene.namespace() + ".example.com";
        scene.create("""
                {"apiVersion": "storage.k8s.io/v1", "kind": "CSIDriver", "metadata": {"name": "%s"},
                 "spec": {"attachRequired": %s}}""".formatted(driver, attach));
        return of(scene, driver);
    }

    static Handmade of(Scene scene, String driver) throws IOException, InterruptedException {
        return make(scene, driver, """
                "csi": {"driver": "%s", "volumeHandle": "no-such-volume"}""".formatted(driver));
    }

    /// A folder, as there were before drivers.
    static Handmade folder(Scene scene) throws IOException, InterruptedException {
        return make(scene, "", "\"hostPath\": {\"path\": \"/tmp\"}");
    }

    private static Handmade make(Scene scene, String driver, String source) throws IOException, InterruptedException {
        String volume = scene.namespace() + "-by-hand";
        scene.create("""
                {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "%s"},
                 "spec": {"accessModes": ["ReadWriteOnce"], "capacity": {"storage": "16Mi"},
                  "persistentVolumeReclaimPolicy": "Retain",
                  "claimRef": {"namespace": "%s", "name": "data"}, %s}}""".formatted(volume, scene.namespace(), source));
        scene.claim("data", "", ", \"storageClassName\": \"\", \"volumeName\": \"" + volume + "\"");
        scene.untilPhase(ResourceKind.CLAIM, "data", "Bound");
        return new Handmade(scene, driver, volume);
    }

    /// As an attacher would have left it.
    String attachedTo(String node) throws IOException, InterruptedException {
        String name = scene.namespace() + "-to-" + node;
        scene.create("""
                {"apiVersion": "storage.k8s.io/v1", "kind": "VolumeAttachment",
                 "metadata": {"name": "%s", "finalizers": ["external-attacher/by-hand"]},
                 "spec": {"attacher": "%s", "nodeName": "%s", "source": {"persistentVolumeName": "%s"}}}""".formatted(name, driver, node, volume));
        scene.mergeStatus(ResourceKind.ATTACHMENT, name, "{\"status\": {\"attached\": true}}");
        return name;
    }
}

package dev.stowage.interop.control;

/// Objects that many scripts begin with.
final class ControlManifests {

    static final String LATER = "volumeBindingMode: WaitForFirstConsumer";
    static final String AT_ONCE = "volumeBindingMode: Immediate";

    private ControlManifests() {}

    /// @param more lines in addition to name and provisioner
    static String storageClass(String name, String provisioner, String... more) {
        return """
                apiVersion: storage.k8s.io/v1
                kind: StorageClass
                metadata: {name: %s}
                provisioner: %s
                """.formatted(name, provisioner) + String.join("\n", more) + "\n";
    }

    /// Of class `$NS`.
    static String claim(String name, String size, String... more) {
        return claimWithout(name, size, "storageClassName: $NS", String.join("\n", more));
    }

    /// Without a class, unless it is in the lines.
    static String claimWithout(String name, String size, String... more) {
        return """
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: %s}
                spec:
                  accessModes: [ReadWriteOnce]
                  resources: {requests: {storage: %s}}
                """.formatted(name, size) + String.join("\n", more).indent(2);
    }

    /// Named `$NS-name`, of class `$NS`, that no pod mounts.
    ///
    /// @param more lines of the specification
    static String volume(String name, String size, String... more) {
        return volumeFor("ReadWriteOnce", name, size, more);
    }

    /// @param modes between commas
    static String volumeFor(String modes, String name, String size, String... more) {
        return """
                apiVersion: v1
                kind: PersistentVolume
                metadata:
                  name: $NS-%1$s
                  labels: {metal: %1$s}
                spec:
                  storageClassName: $NS
                  capacity: {storage: %2$s}
                  accessModes: [%3$s]
                  csi: {driver: $NS.csi.test, volumeHandle: %1$s}
                """.formatted(name, size, modes)
                + (String.join("\n", more).contains("persistentVolumeReclaimPolicy")
                        ? ""
                        : "  persistentVolumeReclaimPolicy: Retain\n")
                + String.join("\n", more).indent(2);
    }

    /// A node without a kubelet, on which pods run only by node name.
    static String node(String name) {
        return """
                apiVersion: v1
                kind: Node
                metadata:
                  name: $NS-%1$s
                  annotations: {volumes.kubernetes.io/controller-managed-attach-detach: "true"}
                spec: {unschedulable: true}
                ---
                apiVersion: storage.k8s.io/v1
                kind: CSINode
                metadata: {name: $NS-%1$s}
                spec: {drivers: [{name: $NS.csi.test, nodeID: %1$s, topologyKeys: []}]}
                """.formatted(name);
    }

    static String driver(boolean attached) {
        return """
                apiVersion: storage.k8s.io/v1
                kind: CSIDriver
                metadata: {name: $NS.csi.test}
                spec: {attachRequired: %s}
                """.formatted(attached);
    }

    /// On a node of the script, where no kubelet runs it.
    static String podOn(String node, String name, String claim) {
        return """
                apiVersion: v1
                kind: Pod
                metadata: {name: %s}
                spec:
                  nodeName: $NS-%s
                  tolerations: [{operator: Exists}]
                  containers: [{name: main, image: none, volumeMounts: [{name: data, mountPath: /data}]}]
                  volumes: [{name: data, persistentVolumeClaim: {claimName: %s}}]
                """.formatted(name, node, claim);
    }
}

package dev.stowage.interop.sidecar;

/// Objects that many scripts start with.
final class SidecarManifests {

    /// The topology of the driver. The key is unique to the scenario, so that nodes of others do not count.
    static final String PLACE = "--topology=$NS.test/zone=a";

    private SidecarManifests() {}

    /// @param parameters a YAML flow mapping
    static String storageClass(String binding, String parameters) {
        return """
                apiVersion: storage.k8s.io/v1
                kind: StorageClass
                metadata: {name: $NS}
                provisioner: $DRIVER
                volumeBindingMode: %s
                allowVolumeExpansion: true
                parameters: %s
                """.formatted(binding, parameters.replace("\n", " "));
    }

    static String claim(String name, String size) {
        return claim(name, size, "");
    }

    /// @param more lines of the specification
    static String claim(String name, String size, String more) {
        return """
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: %s}
                spec:
                  storageClassName: $NS
                  accessModes: [ReadWriteOnce]
                  resources: {requests: {storage: %s}}
                """.formatted(name, size) + more.indent(2);
    }

    /// A node with the driver, but without a kubelet.
    static String node(String name, String zone) {
        return """
                apiVersion: v1
                kind: Node
                metadata:
                  name: $NS-%1$s
                  labels: {$NS.test/zone: %2$s}
                  annotations: {volumes.kubernetes.io/controller-managed-attach-detach: "true"}
                ---
                apiVersion: storage.k8s.io/v1
                kind: CSINode
                metadata: {name: $NS-%1$s}
                spec: {drivers: [{name: $DRIVER, nodeID: node-%1$s, topologyKeys: [$NS.test/zone]}]}
                """.formatted(name, zone);
    }

    /// A volume that was created by hand.
    static String volume(String handle, String size) {
        return """
                apiVersion: v1
                kind: PersistentVolume
                metadata: {name: $NS}
                spec:
                  storageClassName: $NS
                  capacity: {storage: %s}
                  accessModes: [ReadWriteOnce]
                  persistentVolumeReclaimPolicy: Retain
                  csi: {driver: $DRIVER, volumeHandle: "%s"}
                """.formatted(size, handle);
    }

    static String attachment() {
        return """
                apiVersion: storage.k8s.io/v1
                kind: VolumeAttachment
                metadata: {name: $NS}
                spec: {attacher: $DRIVER, nodeName: $NS-a, source: {persistentVolumeName: $NS}}
                """;
    }

    static String attributesClass(String name) {
        return """
                apiVersion: storage.k8s.io/v1
                kind: VolumeAttributesClass
                metadata: {name: $NS-%s}
                driverName: $DRIVER
                parameters: {label.metal: %s}
                """.formatted(name, name);
    }
}

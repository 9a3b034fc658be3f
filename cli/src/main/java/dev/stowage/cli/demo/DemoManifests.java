package dev.stowage.cli.demo;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.driver.LocalProgram;
import dev.stowage.k8s.names.ApiGroups;
import dev.stowage.k8s.names.CsiKeys;
import dev.stowage.k8s.names.NodeKeys;
import dev.stowage.k8s.names.PersistentVolumeAccessMode;
import dev.stowage.k8s.names.StorageClassKeys;

/// The manifests of the demo.
final class DemoManifests {
    /// A storage class of the demo for volumes with XFS, which every kernel can expand while mounted. For ext4,
    /// root needs a capability that containers seldom have.
    static final String OWN_CLASS = "demo";

    /// The default class of the cluster.
    static final String USUAL_CLASS = "stowage";

    /// Of volumes that are attached, and move.
    static final String DISK_CLASS = "stowage-disk";

    /// The mount path in the pod.
    static final String FOLDER = "/data";

    static final String DEVICE = "/dev/volume";

    private DemoManifests() {}

    static ObjectNode ownClass() {
        ObjectNode object = named(OWN_CLASS);
        object.put("provisioner", LocalProgram.LOCAL)
                .put("volumeBindingMode", StorageClassKeys.WAIT_FOR_FIRST_CONSUMER)
                .put("allowVolumeExpansion", true);
        object.putObject("parameters").put("pool", "images").put(CsiKeys.FS_TYPE, "xfs");
        return object;
    }

    static ObjectNode claim(String name, String storageClass, String size) {
        ObjectNode claim = named(name);
        ObjectNode spec = claim.putObject("spec");
        spec.put("storageClassName", storageClass);
        spec.putArray("accessModes").add(PersistentVolumeAccessMode.READ_WRITE_ONCE);
        spec.putObject("resources").putObject("requests").put("storage", size);
        return claim;
    }

    /// For a volume that is a device.
    static ObjectNode blockClaim(String name, String storageClass, String size) {
        ObjectNode claim = claim(name, storageClass, size);
        claim.withObject("/spec").put("volumeMode", "Block");
        return claim;
    }

    /// The volume of the claim is restored from a snapshot.
    static ObjectNode restored(ObjectNode claim, String snapshot) {
        claim.withObject("/spec/dataSource")
                .put("apiGroup", ApiGroups.SNAPSHOT)
                .put("kind", "VolumeSnapshot")
                .put("name", snapshot);
        return claim;
    }

    /// The volume of the claim is cloned from another claim.
    static ObjectNode cloned(ObjectNode claim, String from) {
        claim.withObject("/spec/dataSource")
                .put("kind", "PersistentVolumeClaim")
                .put("name", from);
        return claim;
    }

    /// The claim requests that specific volume.
    static ObjectNode of(ObjectNode claim, String volume) {
        claim.withObject("/spec").put("volumeName", volume);
        return claim;
    }

    static ObjectNode snapshot(String name, String claim) {
        ObjectNode snapshot = named(name);
        snapshot.putObject("spec").putObject("source").put("persistentVolumeClaimName", claim);
        return snapshot;
    }

    /// A pod that runs a script once.
    static ObjectNode pod(String name, String claim, String script) {
        ObjectNode pod = bare(name, claim, script);
        container(pod).putArray("volumeMounts").addObject().put("name", "data").put("mountPath", FOLDER);
        return pod;
    }

    static ObjectNode blockPod(String name, String claim, String script) {
        ObjectNode pod = bare(name, claim, script);
        container(pod).putArray("volumeDevices").addObject().put("name", "data").put("devicePath", DEVICE);
        return pod;
    }

    static ObjectNode onNode(ObjectNode pod, String node) {
        pod.withObject("/spec/nodeSelector").put(NodeKeys.HOSTNAME, node);
        return pod;
    }

    private static ObjectNode bare(String name, String claim, String script) {
        ObjectNode pod = named(name);
        ObjectNode spec = pod.putObject("spec");
        spec.put("restartPolicy", "Never")
                .put("terminationGracePeriodSeconds", 2)
                .put("automountServiceAccountToken", false);
        ObjectNode container = spec.putArray("containers").addObject();
        container.put("name", "main").put("image", "none");
        container.putArray("command").add("sh").add("-ec").add(script);
        spec.putArray("volumes")
                .addObject()
                .put("name", "data")
                .putObject("persistentVolumeClaim")
                .put("claimName", claim);
        return pod;
    }

    private static ObjectNode container(ObjectNode pod) {
        return (ObjectNode) pod.at("/spec/containers/0");
    }

    private static ObjectNode named(String name) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.putObject("metadata").put("name", name);
        return object;
    }
}

package dev.stowage.sidecar.provisioner;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.StorageFinalizers;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.sidecar.provisioner.options.ProvisionerOptions.Naming;
import dev.stowage.sidecar.provisioner.request.ProvisioningSettings;

/// Builds objects from short words.
public final class ProvisionerObjects {
    public static final String DRIVER = "fake.csi.example.com";
    public static final String UID = "0a1b2c3d-0000-4000-8000-000000000001";
    public static final Naming NAMING = new Naming("pvc", -1);
    public static final ProvisioningSettings TERMS =
            new ProvisioningSettings(DRIVER, "id", NAMING, "", false, false, false, true);

    private ProvisionerObjects() {}

    /// Words: `by=NAME`, `beta=NAME`, `to=NAME`, `node=NAME`, `alpha-node=NAME`, `volume=NAME`, `class=NAME`,
    /// `modes=A+B`, `size=5Gi`, `attributes=NAME`, `block`, `deleted`, `bound`, `selector`, `source`.
    public static PersistentVolumeClaim claim(String words) {
        ObjectNode object = Json.object();
        ObjectNode meta = object.putObject("metadata")
                .put("namespace", "shop")
                .put("name", "data")
                .put("uid", UID)
                .put("resourceVersion", "7");
        ObjectNode annotations = meta.putObject("annotations");
        ObjectNode spec = object.putObject("spec");
        spec.putObject("resources").putObject("requests").put("storage", "5Gi");
        spec.put("volumeMode", "Filesystem").put("storageClassName", "fast");
        spec.putArray("accessModes").add("ReadWriteOnce");
        for (String word : words.strip().split(" +", -1)) {
            String value = word.substring(word.indexOf('=') + 1);
            switch (word.replaceFirst("=.*", "")) {
                case "by" -> annotations.put(VolumeAnnotations.STORAGE_PROVISIONER, value);
                case "beta" -> annotations.put(VolumeAnnotations.BETA_STORAGE_PROVISIONER, value);
                case "to" -> annotations.put(VolumeAnnotations.MIGRATED_TO, value);
                case "node" -> annotations.put(VolumeAnnotations.SELECTED_NODE, value);
                case "alpha-node" -> annotations.put(VolumeAnnotations.ALPHA_SELECTED_NODE, value);
                case "volume" -> spec.put("volumeName", value);
                case "class" -> spec.put("storageClassName", value);
                case "attributes" -> spec.put("volumeAttributesClassName", value);
                case "modes" -> {
                    var modes = spec.putArray("accessModes");
                    for (String mode : value.split("\\+", -1)) {
                        modes.add(mode);
                    }
                }
                case "size" -> ((ObjectNode) spec.at("/resources/requests")).put("storage", value);
                case "block" -> spec.put("volumeMode", "Block");
                case "deleted" -> meta.put("deletionTimestamp", "2026-01-01T00:00:00Z");
                case "bound" -> object.putObject("status").put("phase", "Bound");
                case "selector" ->
                    spec.putObject("selector").putObject("matchLabels").put("a", "b");
                case "source" ->
                    spec.putObject("dataSource")
                            .put("kind", "PersistentVolumeClaim")
                            .put("name", "other");
                case "" -> {}
                default -> throw new IllegalArgumentException(word);
            }
        }
        return PersistentVolumeClaim.read(object);
    }

    /// Words: `by=NAME`, `policy=NAME`, `late`, `mount=OPTION`, and `key:value` for parameters.
    public static StorageClass storageClass(String words) {
        ObjectNode object = Json.object();
        object.putObject("metadata").put("name", "fast").put("uid", "class-1");
        object.put("provisioner", DRIVER);
        ObjectNode parameters = object.putObject("parameters");
        for (String word : words.strip().split(" +", -1)) {
            String value = word.substring(word.indexOf('=') + 1);
            switch (word.replaceFirst("=.*", "")) {
                case "by" -> object.put("provisioner", value);
                case "policy" -> object.put("reclaimPolicy", value);
                case "late" -> object.put("volumeBindingMode", "WaitForFirstConsumer");
                case "mount" -> object.putArray("mountOptions").add(value);
                case "" -> {}
                default -> {
                    int colon = word.indexOf(':');
                    parameters.put(word.substring(0, colon), word.substring(colon + 1));
                }
            }
        }
        return StorageClass.read(object);
    }

    /// Words: `by=NAME`, `to=NAME`, `driver=NAME`, `in-tree`, `policy=NAME`, `phase=NAME`, `guarded`, `deleted`,
    /// `secret=NAMESPACE/NAME`, `unowned`.
    public static PersistentVolume volume(String words) {
        ObjectNode object = Json.object();
        ObjectNode meta = object.putObject("metadata").put("name", "pvc-" + UID).put("uid", "volume-1");
        ObjectNode annotations = meta.putObject("annotations");
        ObjectNode spec = object.putObject("spec").put("persistentVolumeReclaimPolicy", "Delete");
        spec.put("storageClassName", "fast");
        spec.putObject("claimRef").put("namespace", "shop").put("name", "data").put("uid", UID);
        for (String word : words.strip().split(" +", -1)) {
            String value = word.substring(word.indexOf('=') + 1);
            switch (word.replaceFirst("=.*", "")) {
                case "by" -> annotations.put(VolumeAnnotations.PROVISIONED_BY, value);
                case "to" -> annotations.put(VolumeAnnotations.MIGRATED_TO, value);
                case "driver" -> spec.putObject("csi").put("driver", value).put("volumeHandle", "vol-1");
                case "in-tree" -> spec.putObject("cinder").put("volumeID", "x");
                case "policy" -> spec.put("persistentVolumeReclaimPolicy", value);
                case "phase" -> object.putObject("status").put("phase", value);
                case "guarded" -> meta.putArray("finalizers").add(StorageFinalizers.EXTERNAL_PROVISIONER);
                case "deleted" -> meta.put("deletionTimestamp", "2026-01-01T00:00:00Z");
                case "secret" -> {
                    int slash = value.indexOf('/');
                    annotations.put(VolumeAnnotations.PROVISIONER_DELETION_SECRET_NAMESPACE, value.substring(0, slash));
                    annotations.put(VolumeAnnotations.PROVISIONER_DELETION_SECRET_NAME, value.substring(slash + 1));
                }
                case "unowned" -> spec.remove("claimRef");
                case "" -> {}
                default -> throw new IllegalArgumentException(word);
            }
        }
        return PersistentVolume.read(object);
    }
}

package dev.stowage.kube.csitranslation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.CsiKeys;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.StorageClass;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// Virtual disks of VMware. In-tree volumes are identified by a path, which the driver returns when a parameter
/// says that the class is in-tree.
final class VspherePlugin implements InTreePlugin {
    private static final String ZONE = "topology.csi.vmware.com/zone";
    private static final String REGION = "topology.csi.vmware.com/region";
    private static final String POLICY = "storagepolicyname";

    @Override
    public String name() {
        return "kubernetes.io/vsphere-volume";
    }

    @Override
    public String driver() {
        return "csi.vsphere.vmware.com";
    }

    @Override
    public String field() {
        return "vsphereVolume";
    }

    @Override
    public StorageClass toCsi(StorageClass old) {
        Map<String, String> parameters = new HashMap<>();
        old.parameters().forEach((name, value) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            switch (lower) {
                case "fstype" -> parameters.put(CsiKeys.FS_TYPE, value);
                case POLICY -> parameters.put(POLICY, value);
                case "datastore",
                        "diskformat",
                        "hostfailurestotolerate",
                        "forceprovisioning",
                        "cachereservation",
                        "diskstripes",
                        "objectspacereservation",
                        "iopslimit" -> parameters.put(lower + "-migrationparam", value);
                default -> {
                    // The driver rejects unknown parameters.
                }
            }
        });
        parameters.put("csimigration", "true");
        return TranslatedObjects.storageClass(
                old, old.provisioner(), parameters, StorageClassParameters.topologies(old, ZONE));
    }

    @Override
    public PersistentVolume toCsi(PersistentVolume old, JsonNode source) {
        String policy = source.path("storagePolicyName").asText("");
        return TranslatedObjects.volume(
                old,
                TranslatedObjects.source(
                        driver(),
                        source.path("volumePath").asText(""),
                        source,
                        policy.isEmpty() ? Map.of() : Map.of(POLICY, policy)),
                ZoneLabels.toCsi(old, ZONE, REGION));
    }

    @Override
    public ObjectNode toInTree(PersistentVolume.CsiSource csi, ObjectNode volume) {
        new InTreeAffinity(volume).zonesAndRegions(ZONE, REGION);
        ObjectNode source = Json.object().put("volumePath", csi.attributes().getOrDefault("initialvolumefilepath", ""));
        return csi.fsType().isEmpty() ? source : source.put("fsType", csi.fsType());
    }
}

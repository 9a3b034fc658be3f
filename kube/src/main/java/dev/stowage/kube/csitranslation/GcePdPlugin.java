package dev.stowage.kube.csitranslation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.names.PersistentVolumeAccessMode;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.StorageClass;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Persistent disks of Google. The driver's handles name project and zone, which old volumes did not have to
/// know: what they lack is filled in from the node that they are attached to.
final class GcePdPlugin implements InTreePlugin {
    private static final String ZONE = "topology.gke.io/zone";
    private static final String UNKNOWN = "UNSPECIFIED";
    private static final int PARTS = 6;

    @Override
    public String name() {
        return "kubernetes.io/gce-pd";
    }

    @Override
    public String driver() {
        return "pd.csi.storage.gke.io";
    }

    @Override
    public String field() {
        return "gcePersistentDisk";
    }

    @Override
    public StorageClass toCsi(StorageClass old) {
        return StorageClassParameters.zoned(old, ZONE);
    }

    @Override
    public PersistentVolume toCsi(PersistentVolume old, JsonNode source) {
        int partition = source.path("partition").asInt();
        Map<String, String> attributes = Map.of("partition", partition == 0 ? "" : Integer.toString(partition));
        return TranslatedObjects.volume(
                old,
                TranslatedObjects.source(
                        driver(), handle(old, source.path("pdName").asText("")), source, attributes),
                ZoneLabels.toCsi(old, ZONE),
                accessModes(old.accessModes()));
    }

    private static String handle(PersistentVolume old, String disk) {
        Map<String, String> labels = old.meta().labels();
        String label = labels.getOrDefault(ZoneLabels.BYGONE.zone(), "");
        if (label.isEmpty()) {
            label = labels.getOrDefault(ZoneLabels.CURRENT.zone(), "");
        }
        String[] zones = label.split(ZoneLabels.DELIMITER, -1);
        if (zones.length > 1) {
            return handle(UNKNOWN, "regions", region(List.of(zones)), disk);
        }
        return handle(UNKNOWN, "zones", label.isEmpty() ? UNKNOWN : label, disk);
    }

    private static String handle(String project, String sort, String place, String disk) {
        return "projects/" + project + "/" + sort + "/" + place + "/disks/" + disk;
    }

    /// Access modes were never enforced: in any mode, one node could write.
    private static List<String> accessModes(List<String> old) {
        if (old.isEmpty()) {
            return old;
        }
        boolean written = old.contains(PersistentVolumeAccessMode.READ_WRITE_ONCE)
                || old.contains(PersistentVolumeAccessMode.READ_WRITE_MANY);
        return List.of(
                !written && old.contains(PersistentVolumeAccessMode.READ_ONLY_MANY)
                        ? PersistentVolumeAccessMode.READ_ONLY_MANY
                        : PersistentVolumeAccessMode.READ_WRITE_ONCE);
    }

    @Override
    public String inlineName(String handle, JsonNode source) {
        return driver() + "-" + source.path("pdName").asText("");
    }

    @Override
    public String inlineMode(JsonNode source) {
        return source.path("readOnly").asBoolean()
                ? PersistentVolumeAccessMode.READ_ONLY_MANY
                : PersistentVolumeAccessMode.READ_WRITE_ONCE;
    }

    @Override
    public ObjectNode toInTree(PersistentVolume.CsiSource csi, ObjectNode volume) {
        String disk = parts(csi.handle())[5];
        ObjectNode source = InTreeSourceWriter.withPartition(InTreeSourceWriter.of("pdName", disk, csi), csi);
        new InTreeAffinity(volume).zones(ZONE, GcePdPlugin::region);
        return source;
    }

    @Override
    public String repairedHandle(String handle, String nodeId) {
        String[] parts = parts(handle);
        if (!parts[1].equals(UNKNOWN)) {
            return handle;
        }
        String[] node = parts(nodeId);
        boolean known = !parts[3].equals(UNKNOWN);
        return switch (parts[2]) {
            case "zones" -> handle(node[1], "zones", known ? parts[3] : node[3], parts[5]);
            case "regions" -> handle(node[1], "regions", known ? parts[3] : region(List.of(node[3])), parts[5]);
            default -> throw new IllegalArgumentException("\"" + handle + "\" is in neither a zone nor a region");
        };
    }

    private static String[] parts(String path) {
        String[] parts = path.split("/", -1);
        if (parts.length < PARTS) {
            throw new IllegalArgumentException("\"" + path + "\" is not of the form projects/P/zones/Z/…/NAME");
        }
        return parts;
    }

    private static String region(List<String> zones) {
        Map<String, String> regions = new HashMap<>();
        for (String zone : zones) {
            String[] parts = zone.split("-", -1);
            if (parts.length != 3) {
                throw new IllegalArgumentException("\"" + zone + "\" is not a Google Cloud zone");
            }
            regions.put(zone, parts[0] + "-" + parts[1]);
        }
        return ZoneLabels.only(regions);
    }
}

package dev.stowage.kube.csitranslation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.LabelRequirement;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.CsiKeys;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.StorageClass;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Disks of Azure. Only managed disks have a driver.
final class AzureDiskPlugin implements InTreePlugin {
    private static final String ZONE = "topology.disk.csi.azure.com/zone";
    private static final String MANAGED = "Managed";
    private static final Pattern MANAGED_DISK =
            Pattern.compile(".*/subscriptions/.*/resourceGroups/.*/providers/Microsoft\\.Compute/disks/(.+)");
    private static final Pattern UNMANAGED_DISK = Pattern.compile("http.*://.*/vhds/(.+)");

    @Override
    public String name() {
        return "kubernetes.io/azure-disk";
    }

    @Override
    public String driver() {
        return "disk.csi.azure.com";
    }

    @Override
    public String field() {
        return "azureDisk";
    }

    @Override
    public StorageClass toCsi(StorageClass old) {
        StorageClass zoned = StorageClassParameters.zoned(old, ZONE);
        Map<String, String> parameters = new HashMap<>(zoned.parameters());
        parameters.remove(CsiKeys.FS_TYPE);
        // This driver reads the file system under the old name.
        old.parameters().forEach((name, value) -> {
            if (name.toLowerCase(Locale.ROOT).equals("fstype") || name.equals(CsiKeys.FS_TYPE)) {
                parameters.put(name, value);
            }
        });
        List<List<LabelRequirement>> topologies = zoned.allowedTopologies().stream()
                .map(term -> term.stream().map(AzureDiskPlugin::unnumbered).toList())
                .toList();
        return TranslatedObjects.storageClass(zoned, zoned.provisioner(), parameters, topologies);
    }

    /// Regions without zones have numbers instead, which the driver has no name for.
    private static LabelRequirement unnumbered(LabelRequirement label) {
        return label.key().equals(ZONE)
                ? new LabelRequirement(
                        ZONE,
                        label.operator(),
                        label.values().stream()
                                .map(zone -> zone.matches("[0-9]+") ? "" : zone)
                                .toList())
                : label;
    }

    @Override
    public PersistentVolume toCsi(PersistentVolume old, JsonNode source) {
        String kind = source.path("kind").asText(MANAGED);
        if (!kind.equalsIgnoreCase(MANAGED)) {
            throw new IllegalArgumentException("volume " + old.key() + " is an Azure disk of kind " + kind
                    + ", but the driver supports only managed disks");
        }
        Map<String, String> attributes = new HashMap<>(Map.of("kind", MANAGED));
        copy(source, "cachingMode", attributes, "cachingmode");
        copy(source, "fsType", attributes, "fstype");
        return TranslatedObjects.volume(
                old,
                TranslatedObjects.source(driver(), source.path("diskURI").asText(""), source, Map.copyOf(attributes)),
                old.nodeTerms());
    }

    private static void copy(JsonNode source, String from, Map<String, String> attributes, String to) {
        if (source.path(from).isTextual()) {
            attributes.put(to, source.path(from).asText());
        }
    }

    @Override
    public String inlineName(String handle, JsonNode source) {
        return handle;
    }

    @Override
    public ObjectNode toInTree(PersistentVolume.CsiSource csi, ObjectNode volume) {
        ObjectNode source = Json.object()
                .put("diskName", diskName(csi.handle()))
                .put("diskURI", csi.handle())
                .put("fsType", csi.fsType())
                .put("readOnly", csi.readOnly())
                .put("kind", MANAGED);
        csi.attributes().forEach((name, value) -> {
            switch (name.toLowerCase(Locale.ROOT)) {
                case "cachingmode" -> putUnlessEmpty(source, "cachingMode", value);
                case "fstype" -> putUnlessEmpty(source, "fsType", value);
                default -> {
                    // The in-tree form has no other fields.
                }
            }
        });
        return source;
    }

    private static void putUnlessEmpty(ObjectNode source, String field, String value) {
        if (!value.isEmpty()) {
            source.put(field, value);
        }
    }

    private static String diskName(String uri) {
        boolean managed = !uri.toLowerCase(Locale.ROOT).startsWith("http");
        Matcher matcher = (managed ? MANAGED_DISK : UNMANAGED_DISK).matcher(uri);
        if (!matcher.find()) {
            throw new IllegalArgumentException("\"" + uri + "\" has no Azure disk name");
        }
        return matcher.group(1);
    }
}

package dev.stowage.kube.csitranslation;

import dev.stowage.k8s.LabelRequirement;
import dev.stowage.k8s.names.CsiKeys;
import dev.stowage.kube.model.StorageClass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Parameters of in-tree classes: case-insensitive names, zones, and the file system under its old name.
final class StorageClassParameters {

    private StorageClassParameters() {}

    /// Zones go from the parameters into the allowed topologies, the file system gets its new name.
    static StorageClass zoned(StorageClass old, String zoneKey) {
        Map<String, String> parameters = new HashMap<>();
        List<List<LabelRequirement>> named = new ArrayList<>();
        old.parameters().forEach((name, value) -> {
            switch (name.toLowerCase(Locale.ROOT)) {
                case "fstype" -> parameters.put(CsiKeys.FS_TYPE, value);
                case "zone" -> named.add(List.of(LabelRequirement.in(zoneKey, List.of(value))));
                case "zones" -> named.add(List.of(LabelRequirement.in(zoneKey, List.of(value.split(",", -1)))));
                default -> parameters.put(name, value);
            }
        });
        return TranslatedObjects.storageClass(old, old.provisioner(), parameters, topologies(old, named, zoneKey));
    }

    private static List<List<LabelRequirement>> topologies(
            StorageClass old, List<List<LabelRequirement>> named, String zoneKey) {
        if (named.isEmpty()) {
            return topologies(old, zoneKey);
        }
        if (!old.allowedTopologies().isEmpty()) {
            throw new IllegalArgumentException("class " + old.key()
                    + " names zones both in its parameters and in its allowed topologies (remove one)");
        }
        return named.subList(0, 1);
    }

    /// The allowed topologies with the driver's key for zones.
    static List<List<LabelRequirement>> topologies(StorageClass old, String zoneKey) {
        return old.allowedTopologies().stream()
                .map(term -> term.stream()
                        .map(label -> ZoneLabels.isZone(label.key())
                                ? new LabelRequirement(zoneKey, label.operator(), label.values())
                                : label)
                        .toList())
                .toList();
    }

    /// The same parameters, with the file system under its new name.
    static Map<String, String> renamedFsType(StorageClass old) {
        Map<String, String> parameters = new HashMap<>();
        old.parameters()
                .forEach((name, value) ->
                        parameters.put(name.toLowerCase(Locale.ROOT).equals("fstype") ? CsiKeys.FS_TYPE : name, value));
        return parameters;
    }
}

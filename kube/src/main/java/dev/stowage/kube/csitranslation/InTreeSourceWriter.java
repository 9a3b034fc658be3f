package dev.stowage.kube.csitranslation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.PersistentVolume.CsiSource;

/// The common fields of in-tree sources; empty fields are omitted, as the server does.
final class InTreeSourceWriter {

    private InTreeSourceWriter() {}

    static ObjectNode of(String idField, String id, CsiSource csi) {
        ObjectNode source = Json.object().put(idField, id);
        if (!csi.fsType().isEmpty()) {
            source.put("fsType", csi.fsType());
        }
        if (csi.readOnly()) {
            source.put("readOnly", true);
        }
        return source;
    }

    /// @throws IllegalArgumentException when the volume's partition is not a number
    static ObjectNode withPartition(ObjectNode source, CsiSource csi) {
        String partition = csi.attributes().getOrDefault("partition", "");
        if (partition.isEmpty()) {
            return source;
        }
        try {
            int number = Integer.parseInt(partition);
            return number == 0 ? source : source.put("partition", number);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("partition \"" + partition + "\" is not a number", e);
        }
    }
}

package dev.stowage.apiserver.registry.apps;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.registry.TableCells;

/// Current and desired numbers of replicas.
final class ReplicaColumns {
    private ReplicaColumns() {}

    static String ready(JsonNode object) {
        return TableCells.number(object, "status", "readyReplicas") + "/"
                + TableCells.number(object, "spec", "replicas");
    }
}

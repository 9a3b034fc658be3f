package dev.stowage.apiserver.group.apps;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.group.Cells;

/// How many there are of how many wanted.
final class Replicas {
    private Replicas() {}

    static String ready(JsonNode object) {
        return Cells.number(object, "status", "readyReplicas") + "/" + Cells.number(object, "spec", "replicas");
    }
}

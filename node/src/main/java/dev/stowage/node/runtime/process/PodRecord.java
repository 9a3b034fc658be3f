package dev.stowage.node.runtime.process;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;

/// What is recorded of a pod to find it again.
record PodRecord(String uid, String namespace, String name, String hostname) {

    JsonNode write() {
        return Json.object()
                .put("uid", uid)
                .put("namespace", namespace)
                .put("name", name)
                .put("hostname", hostname);
    }

    static PodRecord read(JsonNode written) {
        return new PodRecord(
                written.path("uid").asText(),
                written.path("namespace").asText(),
                written.path("name").asText(),
                written.path("hostname").asText());
    }
}

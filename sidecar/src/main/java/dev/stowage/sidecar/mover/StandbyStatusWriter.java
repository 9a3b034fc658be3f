package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.informer.Informer;

/// Writes the status of standbys.
record StandbyStatusWriter(Informer<VolumeStandby> standbys) {

    /// Replaces the status. The server refuses it when the standby has changed since it was read.
    void write(VolumeStandby seen, StandbyStatus next) throws ApiFailure, InterruptedException {
        if (next.equals(seen.status())) {
            return;
        }
        ArrayNode operations = JsonNodeFactory.instance.arrayNode();
        operations
                .addObject()
                .put("op", "test")
                .put("path", "/metadata/resourceVersion")
                .put("value", seen.meta().resourceVersion());
        operations.addObject().put("op", "add").put("path", "/status").set("value", next.json());
        var _ = standbys.patch(seen, new Patch(Patch.Type.JSON, operations, "status"));
    }
}

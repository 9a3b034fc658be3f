package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.informer.Informer;

/// Writes the status of moves.
final class MoveStatusWriter {
    private final Informer<VolumeMove> moves;

    MoveStatusWriter(Informer<VolumeMove> moves) {
        this.moves = moves;
    }

    /// Replaces the status. The server refuses it when the move has changed since it was read: a user may have
    /// cancelled it, or another mover may have decided.
    VolumeMove write(VolumeMove seen, MoveStatus next) throws ApiFailure, InterruptedException {
        if (next.equals(seen.status())) {
            return seen;
        }
        ArrayNode operations = JsonNodeFactory.instance.arrayNode();
        operations
                .addObject()
                .put("op", "test")
                .put("path", "/metadata/resourceVersion")
                .put("value", seen.meta().resourceVersion());
        // A merge would keep what is left out, such as a label of the saved volume that was removed.
        operations.addObject().put("op", "add").put("path", "/status").set("value", next.json());
        return moves.patch(seen, new Patch(Patch.Type.JSON, operations, "status"));
    }

    /// Whether a user has cancelled it since it was read, as far as is known.
    boolean isCancelled(VolumeMove seen) {
        return moves.find(seen.key()).filter(now -> !now.isCancelRequested()).isEmpty();
    }

    /// Only how much was sent; what a user changes meanwhile is not lost.
    void report(VolumeMove seen, TransferredBytes bytes) throws ApiFailure, InterruptedException {
        ObjectNode body = Json.object();
        bytes.writeTo(body.putObject("status"));
        var _ = moves.patch(seen, Patch.merge(body).onlyIfSame(seen).status());
    }
}

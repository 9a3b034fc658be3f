package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.Quantity;
import java.util.OptionalLong;

/// What a user wants of a move.
///
/// @param deleteBarePods whether pods without a controller may be deleted; nothing would start them again
/// @param bandwidthLimit in bytes a second
record MoveSpec(
        String claimName, String targetNode, boolean deleteBarePods, OptionalLong bandwidthLimit, boolean cancel) {

    static MoveSpec read(JsonNode spec) {
        long limit = Quantity.read(spec.path("bandwidthLimit")).value();
        return new MoveSpec(
                JsonFields.text(spec, "claimName"),
                JsonFields.text(spec, "targetNode"),
                spec.path("deleteBarePods").asBoolean(),
                limit > 0 ? OptionalLong.of(limit) : OptionalLong.empty(),
                spec.path("cancel").asBoolean());
    }
}

package dev.stowage.cli.move;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.MoverKeys;
import dev.stowage.kube.client.Patch;

/// What a user wants of a move, beside its claim and its target.
///
/// @param bandwidthLimit empty for none
public record MoveRequest(boolean deleteBarePods, String bandwidthLimit) {

    /// @param drained the node for whose drain it is; empty for none
    public ObjectNode object(String claim, String target, String drained) {
        ObjectNode object = Json.object();
        ObjectNode meta = object.putObject("metadata").put("generateName", claim + "-");
        if (!drained.isEmpty()) {
            meta.putObject("annotations").put(MoverKeys.DRAINED_NODE, drained);
        }
        ObjectNode spec = object.putObject("spec").put("claimName", claim).put("targetNode", target);
        writeTo(spec);
        return object;
    }

    /// Whether a move that exists lacks something that is wanted now. Nothing is taken back.
    public boolean isMoreThan(VolumeMove move) {
        return (deleteBarePods && !move.deleteBarePods())
                || (!bandwidthLimit.isEmpty() && !bandwidthLimit.equals(move.bandwidthLimit()));
    }

    public Patch patch() {
        ObjectNode body = Json.object();
        writeTo(body.putObject("spec"));
        return Patch.merge(body);
    }

    private void writeTo(ObjectNode spec) {
        if (deleteBarePods) {
            spec.put("deleteBarePods", true);
        }
        if (!bandwidthLimit.isEmpty()) {
            spec.put("bandwidthLimit", bandwidthLimit);
        }
    }

    public static Patch cancellation() {
        ObjectNode body = Json.object();
        body.putObject("spec").put("cancel", true);
        return Patch.merge(body);
    }
}

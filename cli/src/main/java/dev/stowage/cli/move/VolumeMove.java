package dev.stowage.cli.move;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.ApiResources;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.MoverKeys;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.ObjectMeta;
import java.util.HashMap;
import java.util.Map;

/// A VolumeMove, as far as it is shown.
///
/// @param bandwidthLimit as it was written; empty for none
/// @param message what it is doing or waiting for, or why it has ended
/// @param conditions the status of each condition, by type
public record VolumeMove(
        ObjectMeta meta,
        String claimName,
        String targetNode,
        boolean deleteBarePods,
        String bandwidthLimit,
        boolean cancel,
        MovePhase phase,
        String message,
        String sourceNode,
        String volumeName,
        MoveBytes bytes,
        MovePause pause,
        Map<String, String> conditions)
        implements KubeObject {

    public static final Kind<VolumeMove> KIND = new Kind<>(ApiResources.VOLUME_MOVES, VolumeMove::read);

    public VolumeMove {
        conditions = Map.copyOf(conditions);
    }

    static VolumeMove read(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode status = object.path("status");
        Map<String, String> conditions = new HashMap<>();
        status.path("conditions")
                .forEach(each -> conditions.put(JsonFields.text(each, "type"), JsonFields.text(each, "status")));
        return new VolumeMove(
                ObjectMeta.read(object),
                JsonFields.text(spec, "claimName"),
                JsonFields.text(spec, "targetNode"),
                spec.path("deleteBarePods").asBoolean(),
                spec.path("bandwidthLimit").asText(""),
                spec.path("cancel").asBoolean(),
                MovePhase.of(JsonFields.text(status, "phase")),
                JsonFields.text(status, "message"),
                JsonFields.text(status, "sourceNode"),
                JsonFields.text(status, "volumeName"),
                MoveBytes.read(status),
                MovePause.read(status.path("pause")),
                conditions);
    }

    public NamespacedName claim() {
        return new NamespacedName(meta.namespace(), claimName);
    }

    public boolean isEnded() {
        return phase.isEnded();
    }

    /// Whether a drain of the node has created it.
    public boolean isOfDrain(String node) {
        return meta.annotation(MoverKeys.DRAINED_NODE).equals(node);
    }

    boolean is(String condition) {
        return conditions.getOrDefault(condition, "").equals("True");
    }

    /// Whether it was decided that the volume stays.
    boolean isGoingBack() {
        return conditions.getOrDefault("TargetActive", "").equals("False");
    }
}

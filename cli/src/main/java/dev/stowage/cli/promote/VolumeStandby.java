package dev.stowage.cli.promote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.ApiResources;
import dev.stowage.k8s.JsonFields;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.ObjectMeta;
import java.time.Instant;
import java.util.Optional;

/// A VolumeStandby, as far as its promotion is concerned.
///
/// @param node that keeps the copy
/// @param copiedAt the copy has everything that was written before; empty before there is a complete copy
/// @param message what the mover is doing or waiting for, or why it refuses
/// @param loss empty before the promotion is decided
record VolumeStandby(
        ObjectMeta meta,
        String claimName,
        String node,
        boolean promote,
        boolean nodeIsDown,
        StandbyPhase phase,
        String message,
        Optional<Instant> copiedAt,
        String driver,
        Optional<WriteLoss> loss)
        implements KubeObject {

    static final Kind<VolumeStandby> KIND = new Kind<>(ApiResources.VOLUME_STANDBYS, VolumeStandby::read);

    static VolumeStandby read(JsonNode object) {
        JsonNode spec = object.path("spec");
        JsonNode status = object.path("status");
        return new VolumeStandby(
                ObjectMeta.read(object),
                JsonFields.text(spec, "claimName"),
                JsonFields.text(spec, "targetNode"),
                spec.path("promote").asBoolean(),
                spec.path("nodeIsDown").asBoolean(),
                StandbyPhase.of(JsonFields.text(status, "phase")),
                JsonFields.text(status, "message"),
                Optional.ofNullable(JsonFields.instant(status, "copiedAt")),
                JsonFields.text(status, "driver"),
                WriteLoss.read(status.path("promotion")));
    }

    /// Whether it is decided that the copy becomes the volume. There is no way back.
    boolean isPromoting() {
        return phase == StandbyPhase.PROMOTING;
    }

    /// Whether a user has requested it, or it is under way.
    boolean isRequested() {
        return promote || isPromoting();
    }
}

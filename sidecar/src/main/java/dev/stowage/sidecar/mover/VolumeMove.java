package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.ApiResources;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.ObjectReference;
import java.time.Instant;

/// A user's request to move the volume of a claim to another node, and how far that is.
record VolumeMove(ObjectMeta meta, MoveSpec spec, MoveStatus status) implements KubeObject {

    static final Kind<VolumeMove> KIND = new Kind<>(ApiResources.VOLUME_MOVES, VolumeMove::read);

    static VolumeMove read(JsonNode object) {
        return new VolumeMove(
                ObjectMeta.read(object), MoveSpec.read(object.path("spec")), MoveStatus.read(object.path("status")));
    }

    NamespacedName claim() {
        return new NamespacedName(meta.namespace(), spec.claimName());
    }

    /// Deleting a move that has not switched yet cancels it: the volume stays where it is.
    boolean isCancelRequested() {
        return spec.cancel() || isBeingDeleted();
    }

    MoveDirection direction() {
        return MoveDirection.of(status.conditions());
    }

    /// Names it on the volume that it moves.
    String holder() {
        return meta.namespace() + "/" + meta.name() + "/" + meta.uid();
    }

    boolean isOlderThan(VolumeMove other) {
        Instant mine = created(meta);
        Instant others = created(other.meta);
        return mine.equals(others) ? meta.uid().compareTo(other.meta.uid()) < 0 : mine.isBefore(others);
    }

    private static Instant created(ObjectMeta meta) {
        Instant created = meta.creationTimestamp();
        return created == null ? Instant.EPOCH : created;
    }

    ObjectReference reference() {
        return ObjectReference.to(ApiResources.VOLUME_MOVES, meta);
    }
}

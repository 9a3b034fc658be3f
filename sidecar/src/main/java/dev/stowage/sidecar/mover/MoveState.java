package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.names.MoverKeys;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Everything that a decision about a move rests on, read from the server and from the drivers for this decision.
///
/// @param node of the mover that decides
/// @param driver of that mover
/// @param claim that has the name in the move, whatever its uid
/// @param volume that has the name in the move's status, or the one of the claim before there is a status
/// @param rival another move that has the volume, or asked for it first
/// @param sourceCopy unknown before the source is
record MoveState(
        VolumeMove move,
        String node,
        String driver,
        Instant now,
        Optional<PersistentVolumeClaim> claim,
        Optional<LiveVolume> volume,
        MoveNodes nodes,
        Optional<VolumeMove> rival,
        CopyState sourceCopy,
        CopyState targetCopy,
        VolumeUse use) {

    /// A PersistentVolume, and all of it.
    record LiveVolume(PersistentVolume object, JsonNode json) {

        static LiveVolume of(JsonNode json) {
            return new LiveVolume(PersistentVolume.read(json), json);
        }

        /// The driver's id of the volume.
        Optional<String> handle() {
            return Optional.ofNullable(object.csi()).map(PersistentVolume.CsiSource::handle);
        }

        String holder() {
            return object.meta().annotation(MoverKeys.MOVED_BY);
        }
    }

    /// What a mover may do about a move.
    enum Part {
        OWNER,
        /// The mover of the source, because the target has no Node object any more. It may only end the move.
        STAND_IN,
        NONE
    }

    MoveStatus status() {
        return move.status();
    }

    String target() {
        return move.spec().targetNode();
    }

    MoveSubject subject() {
        return status().subject().orElseThrow();
    }

    Part part() {
        boolean isOthers = status().subject()
                .filter(subject -> !subject.driver().equals(driver))
                .isPresent();
        if (isOthers) {
            return Part.NONE;
        }
        if (nodes.has(target())) {
            return target().equals(node) ? Part.OWNER : Part.NONE;
        }
        return source().filter(node::equals).isPresent() ? Part.STAND_IN : Part.NONE;
    }

    /// Where the volume is, or was when the move began.
    private Optional<String> source() {
        return status().subject()
                .map(MoveSubject::sourceNode)
                .or(() -> volume.map(live -> nodes.of(live.object()))
                        .filter(sources -> sources.size() == 1)
                        .map(List::getFirst));
    }

    /// Whether the claim is the one that the move began with.
    boolean isClaimThere() {
        return claim.filter(found -> found.meta().uid().equals(subject().claimUid()))
                .isPresent();
    }

    /// Whether no other move may touch the volume.
    boolean isHeld() {
        return volume.filter(live -> live.holder().equals(move.holder())).isPresent();
    }
}

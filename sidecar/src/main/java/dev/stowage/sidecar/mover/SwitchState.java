package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sidecar.mover.MoveState.LiveVolume;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// Everything that decides about the PersistentVolume of a move. All of it was read from the server and the
/// driver for this decision: a cached volume could still have its old policy.
///
/// @param saved the volume as it was
/// @param live the volume that has its name
/// @param claim the claim that the move began with; empty when it was deleted, whatever has its name now
/// @param context of the active copy
/// @param fenced when the copy at the source was
/// @param canPatchAffinity whether the server may allow to change the affinity of a volume
record SwitchState(
        MoveSubject subject,
        JsonNode saved,
        Optional<LiveVolume> live,
        Optional<PersistentVolumeClaim> claim,
        CopyState targetCopy,
        Map<String, String> context,
        VolumeUse use,
        Instant fenced,
        boolean canPatchAffinity) {

    static SwitchState of(MoveState state, boolean canPatchAffinity) {
        MoveStatus status = state.status();
        return new SwitchState(
                state.subject(),
                status.savedVolume().orElseThrow(),
                state.volume(),
                state.claim().filter(_ -> state.isClaimThere()),
                state.targetCopy(),
                status.volumeContext(),
                state.use(),
                status.conditions().since(MoveConditionType.SOURCE_FENCED).orElse(state.now()),
                canPatchAffinity);
    }
}

package dev.stowage.sdk.service;

import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.VolumeCopies;
import dev.stowage.sdk.record.VolumeCopy;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/// Refuses the use of a copy that is not the volume: one that moves to another node, and one that came from
/// there and was not activated. Callers hold the lock of the volume.
record Fencing(Optional<VolumeCopies> copies) {

    /// The generation that the orchestrator knows of, in the context of a volume.
    static final String GENERATION = "transfer.stowage.dev/generation";

    /// @throws CsiException FAILED_PRECONDITION unless this copy is the volume
    void requireActive(VolumeId id) throws CsiException, IOException {
        Optional<VolumeCopy> copy = find(id);
        if (copy.isPresent()) {
            Optional<String> why = reason(copy.get());
            if (why.isPresent()) {
                throw CsiException.failedPrecondition("volume %s %s".formatted(id, why.get()));
            }
        }
    }

    /// Also refuses a copy that is older than the volume that the orchestrator means. A newer one is not
    /// refused: the context of a volume cannot change, while its generation can.
    void requireActive(VolumeId id, Map<String, String> context) throws CsiException, IOException {
        requireActive(id);
        String wanted = context.get(GENERATION);
        long generation = find(id).map(VolumeCopy::generation).orElse(0L);
        if (wanted != null && generation(wanted) > generation) {
            throw CsiException.failedPrecondition(
                    "volume %s has generation %s, but the copy on this node has %d: the volume is on another node now"
                            .formatted(id, wanted, generation));
        }
    }

    /// @throws CsiException ALREADY_EXISTS when there is a copy that was not activated
    void requireNoCopy(VolumeId id) throws CsiException, IOException {
        Optional<VolumeCopy> copy = find(id);
        if (copy.isPresent() && !(copy.get() instanceof VolumeCopy.Active)) {
            throw CsiException.alreadyExists(
                    "volume %s %s".formatted(id, reason(copy.get()).orElseThrow()));
        }
    }

    /// After the volume was deleted.
    void forget(VolumeId id) throws IOException {
        if (copies.isPresent() && find(id).isPresent()) {
            copies.get().remove(id);
        }
    }

    private Optional<VolumeCopy> find(VolumeId id) throws IOException {
        return copies.isEmpty() ? Optional.empty() : copies.get().find(id);
    }

    private static long generation(String text) throws CsiException {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw CsiException.invalidArgument("volume_context: %s is not a number".formatted(GENERATION));
        }
    }

    private static Optional<String> reason(VolumeCopy copy) {
        return switch (copy) {
            case VolumeCopy.Active _ -> Optional.empty();
            case VolumeCopy.Fenced fenced -> Optional.of("is moving to " + fenced.destination());
            case VolumeCopy.Receiving _ -> Optional.of("is being received from another node");
            case VolumeCopy.Standby _ -> Optional.of("has only a copy on this node, which is not active");
            case VolumeCopy.Activating _ -> Optional.of("is being activated on this node; try again");
            case VolumeCopy.Deleting _ -> Optional.of("is being deleted from this node");
        };
    }
}

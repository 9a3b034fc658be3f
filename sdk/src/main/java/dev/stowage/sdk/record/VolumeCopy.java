package dev.stowage.sdk.record;

import dev.stowage.sdk.TransferHeader;
import java.util.Map;
import java.util.Optional;

/// What this driver's copy of a volume is. A volume without such a record is active, with generation 0.
public sealed interface VolumeCopy {

    /// The highest generation that a caller has named for this volume.
    long generation();

    /// The volume itself.
    record Active(long generation) implements VolumeCopy {}

    /// Another copy is to be the volume; this one is neither staged nor changed.
    record Fenced(long generation, String destination) implements VolumeCopy {}

    /// A copy that is being received.
    ///
    /// @param complete the content that it has until the difference is applied; empty for a new copy
    /// @param parameters of the storage class
    /// @param durable up to where everything is on disk
    /// @param verified whether it was read back and has the sender's checksum; only then it replaces the base
    record Receiving(
            long generation,
            Optional<String> complete,
            TransferHeader header,
            Map<String, String> parameters,
            long durable,
            boolean verified)
            implements VolumeCopy {

        public Receiving {
            parameters = Map.copyOf(parameters);
        }

        public Receiving durable(long offset) {
            return new Receiving(generation, complete, header, parameters, offset, verified);
        }

        public Receiving asVerified() {
            return new Receiving(generation, complete, header, parameters, durable, true);
        }

        public Receiving generation(long now) {
            return new Receiving(now, complete, header, parameters, durable, verified);
        }
    }

    /// Complete, and not the volume.
    record Standby(long generation, String content) implements VolumeCopy {}

    /// About to become the volume.
    record Activating(long generation) implements VolumeCopy {}

    /// About to be deleted.
    record Deleting(long generation) implements VolumeCopy {}
}

package dev.stowage.sidecar.provisioner.request;

import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.Volume;
import java.util.Optional;

/// Checks whether a created volume matches the request.
public final class CreatedVolumeCheck {

    private CreatedVolumeCheck() {}

    /// The problem; empty when there is none.
    public static Optional<String> problem(CreateVolumeRequest asked, Volume made) {
        long wanted = asked.getCapacityRange().getRequiredBytes();
        // Zero means unknown, which is allowed.
        if (made.getCapacityBytes() != 0 && made.getCapacityBytes() < wanted) {
            return Optional.of(
                    "created volume capacity " + made.getCapacityBytes() + " less than requested capacity " + wanted);
        }
        if (asked.hasVolumeContentSource() && !made.hasContentSource()) {
            return Optional.of("volume content source missing");
        }
        return Optional.empty();
    }

    public static long capacity(CreateVolumeRequest asked, Volume made) {
        return made.getCapacityBytes() == 0 ? asked.getCapacityRange().getRequiredBytes() : made.getCapacityBytes();
    }
}

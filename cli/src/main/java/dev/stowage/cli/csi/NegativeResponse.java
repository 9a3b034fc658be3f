package dev.stowage.cli.csi;

import com.google.protobuf.Message;
import dev.stowage.csi.v1.ProbeResponse;
import dev.stowage.csi.v1.ValidateVolumeCapabilitiesResponse;
import java.util.Optional;

/// Answers that are well-formed and still mean no, so that a script can branch on the exit status.
final class NegativeResponse {

    private NegativeResponse() {}

    static Optional<String> check(Message answer) {
        return switch (answer) {
            case ProbeResponse probe
            when probe.hasReady() && !probe.getReady().getValue() ->
                Optional.of("The driver is not ready yet; try again later.");
            case ValidateVolumeCapabilitiesResponse validation
            when !validation.hasConfirmed() -> Optional.of("The volume does not support this capability.");
            default -> Optional.empty();
        };
    }
}

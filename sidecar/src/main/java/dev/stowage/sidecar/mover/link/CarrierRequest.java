package dev.stowage.sidecar.mover.link;

import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import io.grpc.Channel;
import java.util.Map;

/// What is carried from where to where.
///
/// @param what without an offset
/// @param generation of the copy at the target
/// @param parameters of the storage class, for a new copy
record CarrierRequest(
        Channel source,
        Channel target,
        SendRequest what,
        long generation,
        String volumeId,
        Map<String, String> parameters) {

    CarrierRequest {
        parameters = Map.copyOf(parameters);
    }
}

package dev.stowage.sdk;

import java.util.Map;

/// A copy that another driver sends.
///
/// @param id the volume that it is to become
/// @param header what is sent
/// @param parameters of the storage class
public record IncomingVolume(VolumeId id, TransferHeader header, Map<String, String> parameters) {

    public IncomingVolume {
        parameters = Map.copyOf(parameters);
    }
}

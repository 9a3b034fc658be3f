package dev.stowage.sdk;

import java.util.Map;

/// A request to attach a volume to a node.
///
/// @param volume the volume
/// @param node the node's id, as the driver itself gave it on that node
/// @param capability how it will be used there
/// @param readOnly whether the node may only read
/// @param context the volume context that the driver returned on creation
/// @param secrets credentials for this call
public record AttachRequest(
        VolumeId volume,
        String node,
        VolumeCapability capability,
        boolean readOnly,
        Map<String, String> context,
        Secrets secrets) {

    public AttachRequest {
        context = Map.copyOf(context);
    }
}

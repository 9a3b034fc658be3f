package dev.stowage.sdk;

import java.nio.file.Path;
import java.util.Map;

/// A request to stage a volume on this node, once, before it is published any number of times.
///
/// @param volume the volume
/// @param path where to; the directory exists
/// @param capability how it will be used
/// @param attachContext what attaching it gave
/// @param context the volume context that the driver returned on creation
/// @param secrets credentials for this call
public record Stage(
        VolumeId volume,
        Path path,
        VolumeCapability capability,
        Map<String, String> attachContext,
        Map<String, String> context,
        Secrets secrets) {

    public Stage {
        attachContext = Map.copyOf(attachContext);
        context = Map.copyOf(context);
    }
}

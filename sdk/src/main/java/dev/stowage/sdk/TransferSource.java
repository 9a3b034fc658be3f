package dev.stowage.sdk;

import java.util.Map;

/// What a driver sends.
///
/// @param attributes what a receiving driver must know of the volume; not secret
/// @param blocks the blocks; the SDK closes them
public record TransferSource(Map<String, String> attributes, TransferBlocks blocks) {

    public TransferSource {
        attributes = Map.copyOf(attributes);
    }
}

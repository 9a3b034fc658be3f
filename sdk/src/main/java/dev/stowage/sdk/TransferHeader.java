package dev.stowage.sdk;

import java.util.Map;
import java.util.Optional;

/// What a transfer carries.
///
/// @param format what the blocks are
/// @param content names the content: two transfers with the same name have the same bytes
/// @param base the content that the receiver must have; empty for a whole volume
/// @param size of the volume
/// @param sourceVolume the volume at the sender
/// @param attributes from the sending driver
public record TransferHeader(
        TransferFormat format,
        String content,
        Optional<String> base,
        Bytes size,
        VolumeId sourceVolume,
        Map<String, String> attributes) {

    public TransferHeader {
        attributes = Map.copyOf(attributes);
    }

    /// Where the last block ends at most.
    public long end() {
        return format.end(size);
    }

    public boolean isDifference() {
        return base.isPresent();
    }
}

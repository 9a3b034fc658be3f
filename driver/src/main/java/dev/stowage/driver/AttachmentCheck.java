package dev.stowage.driver;

import dev.stowage.driver.attach.NodeAttachment;
import dev.stowage.driver.attach.PoolAttachments;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.Optional;

/// Whether a volume may be used on this node at all: in attach mode only after the controller has attached it
/// here.
record AttachmentCheck(Optional<PoolAttachments> attachments, String node) {

    static final AttachmentCheck ALWAYS = new AttachmentCheck(Optional.empty(), "");

    boolean isRequired() {
        return attachments.isPresent();
    }

    /// @throws CsiException FAILED_PRECONDITION when it is not attached here, or only for reading
    void check(VolumeId volume, boolean readOnly) throws CsiException, IOException {
        if (attachments.isPresent() && attachments.get().require(volume, node).readOnly() && !readOnly) {
            throw CsiException.failedPrecondition(
                    "volume %s is attached to node %s read-only; publish it read-only".formatted(volume, node));
        }
    }

    /// @throws CsiException FAILED_PRECONDITION when any node has it
    void refuseWhenAttached(VolumeId volume) throws CsiException, IOException {
        if (attachments.isPresent()) {
            Optional<NodeAttachment> somewhere =
                    attachments.get().of(volume).stream().findFirst();
            if (somewhere.isPresent()) {
                throw CsiException.failedPrecondition("volume %s is attached to node %s; detach it first"
                        .formatted(volume, somewhere.get().node()));
            }
        }
    }
}

package dev.stowage.sidecar.attacher;

import dev.stowage.kube.model.VolumeAttachment;

/// Whether a change of an attachment needs reconciliation. Our own writes do not: they would cause a retry
/// without back-off.
final class AttachmentChangeFilter {

    private AttachmentChangeFilter() {}

    static boolean isRelevant(VolumeAttachment before, VolumeAttachment now, String finalizer) {
        return !bare(before, finalizer).equals(bare(now, finalizer));
    }

    private static VolumeAttachment bare(VolumeAttachment attachment, String finalizer) {
        return new VolumeAttachment(
                attachment.meta().bare(NodeId.ANNOTATION, present -> !present.equals(finalizer)),
                attachment.attacher(),
                attachment.nodeName(),
                attachment.volumeName(),
                attachment.inline(),
                attachment.attached(),
                attachment.metadata(),
                null,
                null);
    }
}

package dev.stowage.explain.cause.attachdetach;

import dev.stowage.explain.cause.Cause;
import java.util.List;

/// Why a volume is not attached to its node, or not detached from another.
public final class AttachCauses {
    public static final List<Cause> ALL = List.of(
            new NodeNotReady(),
            new DetachFailed(),
            new MultiAttachError(),
            new DriverNotRegistered(),
            new NodeAttachLimitReached(),
            new AttachFailed(),
            new AttacherNotRunning(),
            new VolumeAttachmentMissing());

    private AttachCauses() {}
}

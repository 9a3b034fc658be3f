package dev.stowage.explain.cause.deletion;

import dev.stowage.explain.cause.Cause;
import java.util.List;

/// Why a claim, volume or attachment stays in Terminating.
public final class DeletionCauses {
    public static final List<Cause> ALL =
            List.of(new ClaimTerminating(), new VolumeTerminating(), new AttachmentTerminating());

    private DeletionCauses() {}
}

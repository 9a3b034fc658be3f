package dev.stowage.explain.cause.resize;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.deletion.AttachmentTerminating;
import dev.stowage.explain.cause.deletion.ClaimTerminating;
import dev.stowage.explain.cause.deletion.VolumeTerminating;
import java.util.List;

/// Why a volume does not grow, or does not go.
public final class ResizeCauses {
    public static final List<Cause> ALL = List.of(
            new ClaimTerminating(),
            new VolumeTerminating(),
            new AttachmentTerminating(),
            new VolumeExpansion(),
            new VolumeAttributesModification());

    private ResizeCauses() {}
}

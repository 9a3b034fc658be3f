package dev.stowage.explain.cause.resize;

import dev.stowage.explain.cause.Cause;
import java.util.List;

/// Why a volume is not expanded or modified.
public final class ResizeCauses {
    public static final List<Cause> ALL = List.of(new VolumeExpansion(), new VolumeAttributesModification());

    private ResizeCauses() {}
}

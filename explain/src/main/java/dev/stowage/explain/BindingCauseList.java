package dev.stowage.explain;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.binding.BindingCauses;
import java.util.List;

/// Why a claim gets no volume.
final class BindingCauseList {
    static final List<Cause> ALL = BindingCauses.ALL;

    private BindingCauseList() {}
}

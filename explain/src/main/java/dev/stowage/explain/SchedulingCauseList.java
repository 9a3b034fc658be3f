package dev.stowage.explain;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.scheduling.SchedulingCauses;
import java.util.List;

/// Why a pod gets no node.
final class SchedulingCauseList {
    static final List<Cause> ALL = SchedulingCauses.ALL;

    private SchedulingCauseList() {}
}

package dev.stowage.explain.cause;

import dev.stowage.explain.cause.schedule.Schedulings;
import java.util.List;

/// Why a pod gets no node.
final class SchedulingSituations {
    static final List<Situation> ALL = Schedulings.ALL;

    private SchedulingSituations() {}
}

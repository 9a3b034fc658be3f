package dev.stowage.explain.cause;

import dev.stowage.explain.cause.bind.Bindings;
import java.util.List;

/// Why a claim gets no volume.
final class BindingSituations {
    static final List<Situation> ALL = Bindings.ALL;

    private BindingSituations() {}
}

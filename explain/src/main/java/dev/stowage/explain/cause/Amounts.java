package dev.stowage.explain.cause;

import dev.stowage.explain.picture.Thing;
import dev.stowage.k8s.Quantity;
import java.util.Optional;

/// Sizes as objects tell them.
public final class Amounts {

    private Amounts() {}

    /// Empty when it is not there, or no size: bundles may hold anything.
    public static Optional<Quantity> at(Thing thing, String pointer) {
        return Optional.of(Quantity.parse(thing.text(pointer))).filter(each -> !each.isZero());
    }

    public static Optional<Quantity> wanted(Thing claim) {
        return at(claim, "/spec/resources/requests/storage");
    }
}

package dev.stowage.explain.cause;

import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.k8s.Quantity;
import java.util.Optional;

/// Sizes in objects.
public final class StorageQuantities {

    private StorageQuantities() {}

    /// Empty when it is missing or not a quantity: bundles may contain anything.
    public static Optional<Quantity> at(KubeResource kubeResource, String pointer) {
        return Optional.of(Quantity.parseOrZero(kubeResource.text(pointer))).filter(each -> !each.isZero());
    }

    public static Optional<Quantity> wanted(KubeResource claim) {
        return at(claim, "/spec/resources/requests/storage");
    }
}

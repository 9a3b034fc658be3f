package dev.stowage.cluster.scheduler;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.CsiStorageCapacity;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A claim whose volume is being provisioned, or was provisioned so recently that capacity objects do not
/// show it yet.
///
/// @param node for which it is provisioned
/// @param pool where its space was found; null when that is not known
/// @param made the volume as it first appeared; null before it did
record PendingProvision(
        PersistentVolumeClaim claim,
        ObjectMeta node,
        @Nullable NamespacedName pool,
        @Nullable ObjectMeta made) {

    /// Bytes by capacity object.
    static Map<NamespacedName, Long> sum(Collection<PendingProvision> spendings, List<CsiStorageCapacity> capacities) {
        Map<NamespacedName, Long> spent = new HashMap<>();
        for (PendingProvision pendingProvision : spendings) {
            pendingProvision
                    .from(capacities)
                    // A capacity that was measured after the volume was created includes it.
                    .filter(pool ->
                            pendingProvision.made == null || !pool.meta().isNewerThan(pendingProvision.made))
                    .ifPresent(pool -> spent.merge(
                            pool.key(), pendingProvision.claim.request().value(), Long::sum));
        }
        return spent;
    }

    private Optional<CsiStorageCapacity> from(List<CsiStorageCapacity> capacities) {
        String storageClass = claim.effectiveClass();
        return capacities.stream()
                .filter(candidate -> pool != null
                        ? candidate.key().equals(pool)
                        : storageClass != null && NodeStorageCapacity.reaches(candidate, storageClass, node))
                .findFirst();
    }
}

package dev.stowage.cluster.workload;

import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.ObjectMeta;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The children of an owner: those that reference it and match. A matching orphan is adopted, a child that no
/// longer matches is released.
///
/// @param changes the adoptions and releases that are still to be made
record ChildAdoption<T extends KubeObject>(List<T> members, List<ClusterAction> changes) {

    static <P extends KubeObject, T extends KubeObject> ChildAdoption<T> of(
            Kind<P> parentKind, P parent, Kind<T> kind, Collection<T> candidates, Predicate<T> matches) {
        List<T> members = new ArrayList<>();
        List<ClusterAction> changes = new ArrayList<>();
        for (T candidate : candidates) {
            Optional<ObjectMeta.OwnerReference> owner = candidate.meta().controller();
            if (owner.isPresent()) {
                if (!owner.get().uid().equals(parent.meta().uid())) {
                    continue;
                }
                if (matches.test(candidate)) {
                    members.add(candidate);
                } else if (!parent.isBeingDeleted()) {
                    changes.add(new ClusterAction.PatchObject<>(
                            kind, candidate, OwnerReferences.release(parent, candidate)));
                }
            } else if (!parent.isBeingDeleted() && !candidate.isBeingDeleted() && matches.test(candidate)) {
                changes.add(new ClusterAction.PatchObject<>(
                        kind, candidate, OwnerReferences.adopt(parentKind, parent, candidate)));
            }
        }
        return new ChildAdoption<>(List.copyOf(members), List.copyOf(changes));
    }
}

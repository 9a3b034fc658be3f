package dev.stowage.cluster.garbagecollector;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cluster.garbagecollector.OwnerState.Status;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.PartialObjectMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// What happens to an object, based on its owners and dependents. Every delete is conditional on the object
/// as it was seen: the server refuses if it has changed, for example if it was given another owner.
final class GarbageCollectorDecision {

    private GarbageCollectorDecision() {}

    /// @param ties its owners
    /// @param dependents its dependents
    /// @param circular whether a dependent waits, directly or through others, for the object itself
    static List<ClusterAction> decide(
            CollectableObject object,
            List<OwnerState> ties,
            List<CollectableObject> dependents,
            Predicate<CollectableObject> circular) {
        if (CollectableObject.letsGo(object.object())) {
            return letGo(object, dependents);
        }
        if (object.waits()) {
            boolean blocked = dependents.stream()
                    .anyMatch(dependent -> dependent.blocks(object.meta().uid()) && !circular.test(dependent));
            return blocked ? List.of() : List.of(without(object, CollectableObject.FOREGROUND));
        }
        return object.object().isBeingDeleted() ? List.of() : byOwners(object, ties, dependents);
    }

    private static List<ClusterAction> letGo(CollectableObject object, List<CollectableObject> dependents) {
        List<ClusterAction> actions = new ArrayList<>();
        Set<String> uid = Set.of(object.meta().uid());
        dependents.forEach(dependent -> actions.add(withoutOwners(dependent, uid)));
        actions.add(without(object, CollectableObject.ORPHAN));
        return actions;
    }

    private static List<ClusterAction> byOwners(
            CollectableObject object, List<OwnerState> ties, List<CollectableObject> dependents) {
        if (ties.isEmpty()
                || ties.stream()
                        .anyMatch(ownerState ->
                                ownerState.status() == Status.UNKNOWN || ownerState.status() == Status.NOWHERE)) {
            return List.of();
        }
        Set<String> leaving = ties.stream()
                .filter(ownerState -> ownerState.status() != Status.THERE)
                .map(ownerState -> ownerState.ownerReference().uid())
                .collect(Collectors.toSet());
        if (ties.stream().anyMatch(ownerState -> ownerState.status() == Status.THERE)) {
            // An owner in foreground deletion would wait forever for an object that stays.
            return leaving.isEmpty() ? List.of() : List.of(withoutOwners(object, leaving));
        }
        boolean awaited = ties.stream().anyMatch(ownerState -> ownerState.status() == Status.WAITING);
        if (awaited && !dependents.isEmpty()) {
            boolean circle = dependents.stream().anyMatch(CollectableObject::waits);
            boolean blocking =
                    object.meta().ownerReferences().stream().anyMatch(ObjectMeta.OwnerReference::blockOwnerDeletion);
            return List.of(circle && blocking ? unblocking(object) : removal(object, DeleteOptions.foreground()));
        }
        return List.of(removal(object, usual(object)));
    }

    private static DeleteOptions usual(CollectableObject object) {
        if (object.meta().hasFinalizer(CollectableObject.ORPHAN)) {
            return DeleteOptions.orphan();
        }
        return object.meta().hasFinalizer(CollectableObject.FOREGROUND)
                ? DeleteOptions.foreground()
                : DeleteOptions.background();
    }

    private static ClusterAction removal(CollectableObject object, DeleteOptions how) {
        return new ClusterAction.Delete<>(object.kind(), object.object(), how.ifUnchanged());
    }

    private static ClusterAction without(CollectableObject object, String finalizer) {
        return new ClusterAction.PatchObject<>(
                object.kind(), object.object(), Patch.removeFinalizer(object.object(), finalizer));
    }

    private static ClusterAction withoutOwners(CollectableObject object, Set<String> uids) {
        return owners(
                object,
                owners -> owners.stream()
                        .filter(ownerReference -> !uids.contains(ownerReference.uid()))
                        .toList());
    }

    private static ClusterAction unblocking(CollectableObject object) {
        return owners(
                object,
                owners -> owners.stream()
                        .map(ownerReference -> new ObjectMeta.OwnerReference(
                                ownerReference.apiVersion(),
                                ownerReference.kind(),
                                ownerReference.name(),
                                ownerReference.uid(),
                                ownerReference.controller(),
                                false))
                        .toList());
    }

    /// Not every kind supports strategic merge patches, so the whole list is written, conditional on the
    /// state seen.
    private static ClusterAction owners(
            CollectableObject object, UnaryOperator<List<ObjectMeta.OwnerReference>> change) {
        ObjectNode body = Json.object();
        ArrayNode list =
                body.putObject("metadata").put("uid", object.meta().uid()).putArray("ownerReferences");
        change.apply(object.meta().ownerReferences())
                .forEach(ownerReference -> write(ownerReference, list.addObject()));
        PartialObjectMetadata seen = object.object();
        return new ClusterAction.PatchObject<>(
                object.kind(), seen, Patch.merge(body).onlyIfUnchanged(seen));
    }

    private static void write(ObjectMeta.OwnerReference ownerReference, ObjectNode node) {
        node.put("apiVersion", ownerReference.apiVersion())
                .put("kind", ownerReference.kind())
                .put("name", ownerReference.name())
                .put("uid", ownerReference.uid());
        if (ownerReference.controller()) {
            node.put("controller", true);
        }
        if (ownerReference.blockOwnerDeletion()) {
            node.put("blockOwnerDeletion", true);
        }
    }
}

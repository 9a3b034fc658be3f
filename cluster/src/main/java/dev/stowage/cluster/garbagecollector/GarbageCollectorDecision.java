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

/// What becomes of an object, by its owners and by those who belong to it. Whatever deletes rests on the object as it
/// was seen: the server refuses when it has changed, for example when somebody has given it another owner.
final class GarbageCollectorDecision {

    private GarbageCollectorDecision() {}

    /// @param ties to its owners
    /// @param dependents those who belong to it
    /// @param circular whether a dependent waits, over whatever others, for the object itself
    static List<ClusterAction> decide(
            CollectableObject collectableObject,
            List<OwnerState> ties,
            List<CollectableObject> dependents,
            Predicate<CollectableObject> circular) {
        if (CollectableObject.letsGo(collectableObject.object())) {
            return letGo(collectableObject, dependents);
        }
        if (collectableObject.waits()) {
            boolean blocked = dependents.stream()
                    .anyMatch(dependent ->
                            dependent.blocks(collectableObject.meta().uid()) && !circular.test(dependent));
            return blocked ? List.of() : List.of(without(collectableObject, CollectableObject.FOREGROUND));
        }
        return collectableObject.object().isBeingDeleted() ? List.of() : byOwners(collectableObject, ties, dependents);
    }

    private static List<ClusterAction> letGo(CollectableObject collectableObject, List<CollectableObject> dependents) {
        List<ClusterAction> actions = new ArrayList<>();
        Set<String> uid = Set.of(collectableObject.meta().uid());
        dependents.forEach(dependent -> actions.add(withoutOwners(dependent, uid)));
        actions.add(without(collectableObject, CollectableObject.ORPHAN));
        return actions;
    }

    private static List<ClusterAction> byOwners(
            CollectableObject collectableObject, List<OwnerState> ties, List<CollectableObject> dependents) {
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
            // An owner that waits would wait for ever for an object that stays.
            return leaving.isEmpty() ? List.of() : List.of(withoutOwners(collectableObject, leaving));
        }
        boolean awaited = ties.stream().anyMatch(ownerState -> ownerState.status() == Status.WAITING);
        if (awaited && !dependents.isEmpty()) {
            boolean circle = dependents.stream().anyMatch(CollectableObject::waits);
            boolean blocking = collectableObject.meta().ownerReferences().stream()
                    .anyMatch(ObjectMeta.OwnerReference::blockOwnerDeletion);
            return List.of(
                    circle && blocking
                            ? unblocking(collectableObject)
                            : removal(collectableObject, DeleteOptions.foreground()));
        }
        return List.of(removal(collectableObject, usual(collectableObject)));
    }

    private static DeleteOptions usual(CollectableObject collectableObject) {
        if (collectableObject.meta().hasFinalizer(CollectableObject.ORPHAN)) {
            return DeleteOptions.orphaning();
        }
        return collectableObject.meta().hasFinalizer(CollectableObject.FOREGROUND)
                ? DeleteOptions.foreground()
                : DeleteOptions.background();
    }

    private static ClusterAction removal(CollectableObject collectableObject, DeleteOptions how) {
        return new ClusterAction.Delete<>(collectableObject.kind(), collectableObject.object(), how.ifUnchanged());
    }

    private static ClusterAction without(CollectableObject collectableObject, String finalizer) {
        return new ClusterAction.PatchObject<>(
                collectableObject.kind(),
                collectableObject.object(),
                Patch.removeFinalizer(collectableObject.object(), finalizer));
    }

    private static ClusterAction withoutOwners(CollectableObject collectableObject, Set<String> uids) {
        return owners(
                collectableObject,
                owners -> owners.stream()
                        .filter(ownerReference -> !uids.contains(ownerReference.uid()))
                        .toList());
    }

    private static ClusterAction unblocking(CollectableObject collectableObject) {
        return owners(
                collectableObject,
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

    /// Not every kind knows patches that name one entry of a list, so the list is written whole, to the state seen.
    private static ClusterAction owners(
            CollectableObject collectableObject, UnaryOperator<List<ObjectMeta.OwnerReference>> change) {
        ObjectNode body = Json.object();
        ArrayNode list = body.putObject("metadata")
                .put("uid", collectableObject.meta().uid())
                .putArray("ownerReferences");
        change.apply(collectableObject.meta().ownerReferences())
                .forEach(ownerReference -> write(ownerReference, list.addObject()));
        PartialObjectMetadata seen = collectableObject.object();
        return new ClusterAction.PatchObject<>(
                collectableObject.kind(), seen, Patch.merge(body).onlyIfUnchanged(seen));
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

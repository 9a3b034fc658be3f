package dev.stowage.control.collect;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.act.Act;
import dev.stowage.control.collect.Tie.Standing;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
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
final class CollectRule {

    private CollectRule() {}

    /// @param ties to its owners
    /// @param dependents those who belong to it
    /// @param circular whether a dependent waits, over whatever others, for the object itself
    static List<Act> decide(Item item, List<Tie> ties, List<Item> dependents, Predicate<Item> circular) {
        if (Item.letsGo(item.object())) {
            return letGo(item, dependents);
        }
        if (item.waits()) {
            boolean blocked = dependents.stream()
                    .anyMatch(dependent -> dependent.blocks(item.meta().uid()) && !circular.test(dependent));
            return blocked ? List.of() : List.of(without(item, Item.FOREGROUND));
        }
        return item.object().isBeingDeleted() ? List.of() : byOwners(item, ties, dependents);
    }

    private static List<Act> letGo(Item item, List<Item> dependents) {
        List<Act> acts = new ArrayList<>();
        Set<String> uid = Set.of(item.meta().uid());
        dependents.forEach(dependent -> acts.add(withoutOwners(dependent, uid)));
        acts.add(without(item, Item.ORPHAN));
        return acts;
    }

    private static List<Act> byOwners(Item item, List<Tie> ties, List<Item> dependents) {
        if (ties.isEmpty()
                || ties.stream()
                        .anyMatch(tie -> tie.standing() == Standing.UNKNOWN || tie.standing() == Standing.NOWHERE)) {
            return List.of();
        }
        Set<String> leaving = ties.stream()
                .filter(tie -> tie.standing() != Standing.THERE)
                .map(tie -> tie.ownerReference().uid())
                .collect(Collectors.toSet());
        if (ties.stream().anyMatch(tie -> tie.standing() == Standing.THERE)) {
            // An owner that waits would wait for ever for an object that stays.
            return leaving.isEmpty() ? List.of() : List.of(withoutOwners(item, leaving));
        }
        boolean awaited = ties.stream().anyMatch(tie -> tie.standing() == Standing.WAITING);
        if (awaited && !dependents.isEmpty()) {
            boolean circle = dependents.stream().anyMatch(Item::waits);
            boolean blocking = item.meta().ownerReferences().stream().anyMatch(ObjectMeta.OwnerReference::blockOwnerDeletion);
            return List.of(circle && blocking ? unblocking(item) : removal(item, DeleteOptions.foreground()));
        }
        return List.of(removal(item, usual(item)));
    }

    private static DeleteOptions usual(Item item) {
        if (item.meta().hasFinalizer(Item.ORPHAN)) {
            return DeleteOptions.orphaning();
        }
        return item.meta().hasFinalizer(Item.FOREGROUND) ? DeleteOptions.foreground() : DeleteOptions.background();
    }

    private static Act removal(Item item, DeleteOptions how) {
        return new Act.Remove<>(item.kind(), item.object(), how.ifUnchanged());
    }

    private static Act without(Item item, String finalizer) {
        return new Act.Change<>(item.kind(), item.object(), Patch.removeFinalizer(item.object(), finalizer));
    }

    private static Act withoutOwners(Item item, Set<String> uids) {
        return owners(
                item,
                owners -> owners.stream()
                        .filter(ownerReference -> !uids.contains(ownerReference.uid()))
                        .toList());
    }

    private static Act unblocking(Item item) {
        return owners(
                item,
                owners -> owners.stream()
                        .map(ownerReference -> new ObjectMeta.OwnerReference(
                                ownerReference.apiVersion(), ownerReference.kind(), ownerReference.name(), ownerReference.uid(), ownerReference.controller(), false))
                        .toList());
    }

    /// Not every kind knows patches that name one entry of a list, so the list is written whole, to the state seen.
    private static Act owners(Item item, UnaryOperator<List<ObjectMeta.OwnerReference>> change) {
        ObjectNode body = Json.object();
        ArrayNode list =
                body.putObject("metadata").put("uid", item.meta().uid()).putArray("ownerReferences");
        change.apply(item.meta().ownerReferences()).forEach(ownerReference -> write(ownerReference, list.addObject()));
        PartialObjectMetadata seen = item.object();
        return new Act.Change<>(item.kind(), seen, Patch.merge(body).onlyIfUnchanged(seen));
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

package dev.stowage.cluster.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.ControllerRevision;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.WorkloadResource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// The revisions of a template. Each is a patch that restores that template, which is what `kubectl rollout
/// undo` sends.
public final class RevisionHistory {
    public static final String HASH = "controller.kubernetes.io/hash";

    private static final Comparator<ControllerRevision> BY_AGE = Comparator.comparingLong(ControllerRevision::revision)
            .thenComparing(revision -> revision.meta().name());

    private RevisionHistory() {}

    /// Where an object is in its history.
    public sealed interface Position {

        /// @param latest the revision of its current template
        record Recorded(ControllerRevision latest) implements Position {}

        /// Its template is in no revision, or not in the latest.
        record Missing(ClusterAction clusterAction) implements Position {}
    }

    /// @param taken whether a revision of that name exists, with any owner
    /// @param hashLabel the label that carries the hash
    public static <P extends WorkloadResource> Position of(
            Kind<P> kind, P owner, List<ControllerRevision> revisions, String hashLabel, Predicate<String> taken) {
        List<ControllerRevision> sorted = revisions.stream().sorted(BY_AGE).toList();
        JsonNode data = patch(owner.template());
        Optional<ControllerRevision> equal = sorted.reversed().stream()
                .filter(revision -> revision.data().equals(data))
                .findFirst();
        long next = sorted.isEmpty() ? 1 : sorted.getLast().revision() + 1;
        if (equal.isEmpty()) {
            return new Position.Missing(create(kind, owner, data, next, hashLabel, taken));
        }
        if (equal.get().revision() == sorted.getLast().revision()) {
            return new Position.Recorded(equal.get());
        }
        ObjectNode later = Json.object().put("revision", next);
        return new Position.Missing(new ClusterAction.PatchObject<>(
                Kinds.CONTROLLER_REVISIONS, equal.get(), Patch.merge(later).onlyIfUnchanged(equal.get())));
    }

    private static <P extends WorkloadResource> ClusterAction create(
            Kind<P> kind, P owner, JsonNode data, long number, String hashLabel, Predicate<String> taken) {
        int collisions = owner.status().path("collisionCount").asInt();
        String hash = TemplateHash.of(data, collisions);
        while (taken.test(name(owner, hash))) {
            hash = TemplateHash.of(data, ++collisions);
        }
        ObjectNode revision = Json.object();
        ObjectNode meta = revision.putObject("metadata").put("name", name(owner, hash));
        ObjectNode labels = meta.putObject("labels");
        for (Map.Entry<String, JsonNode> label :
                owner.template().path("metadata").path("labels").properties()) {
            labels.set(label.getKey(), label.getValue());
        }
        labels.put(hashLabel, hash);
        if (!owner.meta().annotations().isEmpty()) {
            owner.meta().annotations().forEach(meta.putObject("annotations")::put);
        }
        meta.putArray("ownerReferences").add(OwnerReferences.reference(kind, owner));
        revision.set("data", data);
        revision.put("revision", number);
        return new ClusterAction.Create<>(
                Kinds.CONTROLLER_REVISIONS, owner.meta().namespace(), revision);
    }

    private static String name(WorkloadResource owner, String hash) {
        return owner.meta().name() + "-" + hash;
    }

    private static JsonNode patch(JsonNode template) {
        ObjectNode data = Json.object();
        ObjectNode copy = template.deepCopy();
        copy.put("$patch", "replace");
        data.putObject("spec").set("template", copy);
        return data;
    }

    /// The template as it was at that revision.
    public static JsonNode template(ControllerRevision revision) {
        JsonNode template = revision.data().path("spec").path("template").deepCopy();
        if (template instanceof ObjectNode object) {
            object.remove("$patch");
        }
        return template;
    }

    /// Deletes the oldest revisions that are not in use, until the limit is met.
    public static List<ClusterAction> truncate(List<ControllerRevision> revisions, Set<String> live, int limit) {
        List<ControllerRevision> old = revisions.stream()
                .filter(revision -> !live.contains(revision.meta().name()))
                .sorted(BY_AGE)
                .toList();
        List<ClusterAction> actions = new ArrayList<>();
        for (ControllerRevision revision : old.subList(0, Math.max(0, old.size() - Math.max(limit, 0)))) {
            actions.add(new ClusterAction.Delete<>(Kinds.CONTROLLER_REVISIONS, revision));
        }
        return actions;
    }
}

package dev.stowage.apiserver.group.core;

import static dev.stowage.apiserver.failure.Problems.quoted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Checks;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.NameRule;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.SelectableField;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.resource.TableOf;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.apiserver.validation.Names;
import java.util.Set;

/// Namespaces. One whose deletion was asked for stays, Terminating, until whoever empties it takes its finalizer from
/// the spec.
final class Namespaces implements Strategy {
    private static final String NAME_LABEL = "kubernetes.io/metadata.name";
    private static final String FINALIZER = "kubernetes";
    private static final Set<String> UNQUALIFIED = Set.of(FINALIZER, "orphan", "foregroundDeletion");

    static Resource resource(Group group) {
        return group.resource("Namespace", "namespaces")
                .shortNames("ns")
                .cluster()
                .without(Verb.DELETECOLLECTION)
                .status(StatusRule.TAKES_METADATA)
                .part("finalize", "Namespace", Verb.UPDATE)
                .selectable("status.phase")
                .selectable(new SelectableField("name", object -> Tree.text(object, "metadata", "name")))
                .strategy(new Namespaces())
                .columns(TableOf.name()
                        .text("Status", object -> Tree.text(object, "status", "phase"))
                        .age())
                .done();
    }

    @Override
    public void complete(ObjectNode object) {
        String name = Tree.text(object, "metadata", "name");
        if (!name.isEmpty()) {
            Tree.ensure(object, "metadata", "labels").put(NAME_LABEL, name);
        }
    }

    @Override
    public void creating(ObjectNode object, Surroundings around) {
        // A name that was made up just now is not known before.
        complete(object);
        object.putObject("status").put("phase", "Active");
        ObjectNode spec = Tree.ensure(object, "spec");
        ArrayNode finalizers = Tree.list(spec, "finalizers");
        for (JsonNode finalizer : finalizers) {
            if (finalizer.asText().equals(FINALIZER)) {
                return;
            }
        }
        spec.set("finalizers", finalizers.add(FINALIZER));
    }

    @Override
    public void updating(ObjectNode object, ObjectNode old, Surroundings around) {
        keep(object, old, "spec");
    }

    @Override
    public void updatingThrough(String subresource, ObjectNode object, ObjectNode old, Surroundings around) {
        keep(object, old, "status");
    }

    private static void keep(ObjectNode object, ObjectNode old, String field) {
        JsonNode kept = old.get(field);
        if (kept == null) {
            object.remove(field);
        } else {
            object.set(field, kept.deepCopy());
        }
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        for (JsonNode finalizer : Tree.list(object, "spec", "finalizers")) {
            validateFinalizer(finalizer.asText(), "spec.finalizers", problems);
        }
    }

    @Override
    public void validateThrough(String subresource, ObjectNode object, ObjectNode old, Problems problems) {
        int i = 0;
        for (JsonNode finalizer : Tree.list(object, "spec", "finalizers")) {
            validateFinalizer(finalizer.asText(), "spec.finalizers[" + i++ + "]", problems);
        }
    }

    private static void validateFinalizer(String finalizer, String path, Problems problems) {
        Checks.mistakes(Names.qualified(finalizer), finalizer, path, problems);
        if (!finalizer.contains("/") && !UNQUALIFIED.contains(finalizer)) {
            problems.invalid(
                    path, quoted(finalizer), "name is neither a standard finalizer name nor is it fully qualified");
        }
    }

    @Override
    public void validateStatusUpdate(ObjectNode object, ObjectNode old, Problems problems) {
        String phase = Tree.text(object, "status", "phase");
        boolean going = Tree.has(object, "metadata", "deletionTimestamp");
        String expected = going ? "Terminating" : "Active";
        if (!phase.equals(expected)) {
            problems.invalid(
                    "status.Phase",
                    quoted(phase),
                    "may only be '%s' if `deletionTimestamp` is %s".formatted(expected, going ? "not empty" : "empty"));
        }
    }

    @Override
    public void deleting(ObjectNode object) {
        Tree.ensure(object, "status").put("phase", "Terminating");
    }

    @Override
    public boolean isHeld(ObjectNode object) {
        return !Tree.list(object, "spec", "finalizers").isEmpty();
    }

    @Override
    public NameRule nameRule() {
        return NameRule.LABEL;
    }
}

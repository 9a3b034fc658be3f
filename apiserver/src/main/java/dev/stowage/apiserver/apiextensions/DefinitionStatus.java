package dev.stowage.apiserver.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.apiextensions.DefinitionConditions.Condition;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.schema.CanonicalForm;
import dev.stowage.apiserver.storage.ObjectDraft;
import dev.stowage.apiserver.storage.ObjectWrite;
import dev.stowage.apiserver.storage.StoredObject;
import dev.stowage.kubetypes.BuiltInTypes;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Computes the status of a definition.
final class DefinitionStatus {
    private static final String TYPE =
            "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition";
    private static final Condition NOT_ACCEPTED =
            new Condition("Established", "False", "NotAccepted", "not all names are accepted");
    private static final Condition ESTABLISHED =
            new Condition("Established", "True", "InitialNamesAccepted", "the initial names have been accepted");

    private DefinitionStatus() {}

    /// The definition with its new status; empty if the status is up to date.
    static Optional<CustomResourceDefinition> next(
            CustomResourceDefinition customResourceDefinition, List<JsonNode> others, Instant now) {
        AcceptedNames acceptedNames = AcceptedNames.of(customResourceDefinition, others);
        Optional<Condition> approval = ApiApproval.condition(customResourceDefinition);
        if (acceptedNames.names().equals(customResourceDefinition.acceptedNames())
                && customResourceDefinition.isEstablished()
                && DefinitionConditions.has(customResourceDefinition.tree(), acceptedNames.condition())
                && approval.filter(one -> !DefinitionConditions.has(customResourceDefinition.tree(), one))
                        .isEmpty()) {
            return Optional.empty();
        }
        ObjectNode tree = customResourceDefinition.tree().deepCopy();
        JsonTree.ensure(tree, "status").set("acceptedNames", acceptedNames.names());
        boolean accepted = acceptedNames.condition().status().equals("True");
        boolean changed = !acceptedNames.names().equals(customResourceDefinition.acceptedNames());
        if (approval.isPresent()) {
            changed |= set(tree, approval.get(), now);
        }
        changed |= set(tree, acceptedNames.condition(), now);
        if (!customResourceDefinition.isEstablished()) {
            changed |= set(tree, accepted ? ESTABLISHED : NOT_ACCEPTED, now);
        }
        return changed ? Optional.of(new CustomResourceDefinition(tree)) : Optional.empty();
    }

    private static boolean set(ObjectNode tree, Condition condition, Instant now) {
        if (DefinitionConditions.has(tree, condition)) {
            return false;
        }
        DefinitionConditions.set(tree, condition, now);
        return true;
    }

    static ObjectWrite put(StoredObject before, CustomResourceDefinition next) {
        return new ObjectWrite.Put(before.key(), before.revision(), draft(next), before.expiresAt());
    }

    /// In the form in which definitions are stored.
    static ObjectDraft draft(CustomResourceDefinition customResourceDefinition) {
        ObjectNode tree = customResourceDefinition.tree();
        CanonicalForm.object(tree, BuiltInTypes.of(TYPE));
        return ObjectDraft.of(tree);
    }
}

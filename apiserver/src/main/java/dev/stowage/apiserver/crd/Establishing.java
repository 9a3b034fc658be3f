package dev.stowage.apiserver.crd;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.crd.Conditions.Condition;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.schema.Tidy;
import dev.stowage.apiserver.schema.Types;
import dev.stowage.apiserver.store.Draft;
import dev.stowage.apiserver.store.Entry;
import dev.stowage.apiserver.store.Mutation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What the status of a definition has to say.
final class Establishing {
    private static final String TYPE =
            "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition";
    private static final Condition NOT_ACCEPTED =
            new Condition("Established", "False", "NotAccepted", "not all names are accepted");
    private static final Condition ESTABLISHED =
            new Condition("Established", "True", "InitialNamesAccepted", "the initial names have been accepted");

    private Establishing() {}

    /// The definition with the status that it should have; nothing when it has it.
    static Optional<Definition> next(Definition definition, List<JsonNode> others, Instant now) {
        Naming naming = Naming.of(definition, others);
        Optional<Condition> approval = Approval.condition(definition);
        if (naming.names().equals(definition.acceptedNames())
                && definition.isEstablished()
                && Conditions.has(definition.tree(), naming.condition())
                && approval.filter(one -> !Conditions.has(definition.tree(), one))
                        .isEmpty()) {
            return Optional.empty();
        }
        ObjectNode tree = definition.tree().deepCopy();
        Tree.ensure(tree, "status").set("acceptedNames", naming.names());
        boolean accepted = naming.condition().status().equals("True");
        boolean changed = !naming.names().equals(definition.acceptedNames());
        if (approval.isPresent()) {
            changed |= set(tree, approval.get(), now);
        }
        changed |= set(tree, naming.condition(), now);
        if (!definition.isEstablished()) {
            changed |= set(tree, accepted ? ESTABLISHED : NOT_ACCEPTED, now);
        }
        return changed ? Optional.of(new Definition(tree)) : Optional.empty();
    }

    private static boolean set(ObjectNode tree, Condition condition, Instant now) {
        if (Conditions.has(tree, condition)) {
            return false;
        }
        Conditions.set(tree, condition, now);
        return true;
    }

    static Mutation put(Entry before, Definition next) {
        return new Mutation.Put(before.key(), before.revision(), draft(next), before.expiresAt());
    }

    /// In the form in which definitions are kept.
    static Draft draft(Definition definition) {
        ObjectNode tree = definition.tree();
        Tidy.object(tree, Types.of(TYPE));
        return Draft.of(tree);
    }
}

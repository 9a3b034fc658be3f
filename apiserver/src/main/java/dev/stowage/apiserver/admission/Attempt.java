package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Surroundings;
import org.jspecify.annotations.Nullable;

/// A write that somebody wants to make.
///
/// @param subresource such as `status`; empty for the object itself
/// @param object as it would become; null for a deletion
/// @param old as it is; null for a creation, and for the deletion of a whole collection
public record Attempt(
        Operation operation,
        Resource resource,
        String subresource,
        @Nullable ObjectNode object,
        @Nullable ObjectNode old,
        Surroundings around) {

    /// Whether it is about the object itself and not about a part of it.
    boolean isWhole() {
        return subresource.isEmpty();
    }

    boolean creates(String key) {
        return operation == Operation.CREATE && isOf(key);
    }

    boolean updates(String key) {
        return operation == Operation.UPDATE && isOf(key);
    }

    private boolean isOf(String key) {
        return isWhole() && resource.key().equals(key);
    }

    String namespace() {
        return Tree.text(subject(), "metadata", "namespace");
    }

    String name() {
        return Tree.text(subject(), "metadata", "name");
    }

    /// A refusal because of other objects, after the name was settled.
    ApiException forbidden(String why) {
        return ApiException.forbidden(resource.group(), resource.names().plural(), name(), why);
    }

    /// The same before that: a name that the server is going to make is not known to the client.
    ApiException forbiddenEarly(String why) {
        String start = Tree.text(subject(), "metadata", "generateName");
        boolean made = !start.isEmpty() && name().startsWith(start);
        return ApiException.forbidden(resource.group(), resource.names().plural(), made ? start : name(), why);
    }

    /// The object as it would become, or as it is when it would be gone.
    ObjectNode subject() {
        ObjectNode subject = object != null ? object : old;
        if (subject == null) {
            throw new IllegalStateException("an attempt is about an object");
        }
        return subject;
    }

    ObjectNode becoming() {
        if (object == null) {
            throw new IllegalStateException("a deletion has no new object");
        }
        return object;
    }

    ObjectNode before() {
        if (old == null) {
            throw new IllegalStateException("a creation has no old object");
        }
        return old;
    }
}

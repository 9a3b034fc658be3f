package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.StrategyContext;
import org.jspecify.annotations.Nullable;

/// A write request, as admission sees it.
///
/// @param subresource such as `status`; empty for the object itself
/// @param object the new state; null for a deletion
/// @param old the current state; null for a creation, and for the deletion of a collection
public record AdmissionAttributes(
        AdmissionOperation admissionOperation,
        ResourceDescriptor resourceDescriptor,
        String subresource,
        @Nullable ObjectNode object,
        @Nullable ObjectNode old,
        UserInfo userInfo,
        StrategyContext around) {

    /// Whether the request is for the object itself and not for a subresource.
    boolean isWhole() {
        return subresource.isEmpty();
    }

    boolean creates(String key) {
        return admissionOperation == AdmissionOperation.CREATE && isOf(key);
    }

    boolean updates(String key) {
        return admissionOperation == AdmissionOperation.UPDATE && isOf(key);
    }

    private boolean isOf(String key) {
        return isWhole() && resourceDescriptor.key().equals(key);
    }

    String namespace() {
        return JsonTree.text(subject(), "metadata", "namespace");
    }

    String name() {
        return JsonTree.text(subject(), "metadata", "name");
    }

    /// The error for a request that conflicts with other objects, with the final name of the object.
    ApiException forbidden(String why) {
        return ApiException.forbidden(
                resourceDescriptor.group(), resourceDescriptor.names().plural(), name(), why);
    }

    /// The name in the request: a name that the server will generate is not known to the client.
    ApiException forbiddenEarly(String why) {
        String start = JsonTree.text(subject(), "metadata", "generateName");
        boolean generated = !start.isEmpty() && name().startsWith(start);
        return ApiException.forbidden(
                resourceDescriptor.group(), resourceDescriptor.names().plural(), generated ? start : name(), why);
    }

    /// The new object, or the old one for a deletion.
    ObjectNode subject() {
        ObjectNode subject = object != null ? object : old;
        if (subject == null) {
            throw new IllegalStateException("request has no object");
        }
        return subject;
    }

    ObjectNode newObject() {
        if (object == null) {
            throw new IllegalStateException("delete request has no new object");
        }
        return object;
    }

    ObjectNode oldObject() {
        if (old == null) {
            throw new IllegalStateException("create request has no old object");
        }
        return old;
    }
}

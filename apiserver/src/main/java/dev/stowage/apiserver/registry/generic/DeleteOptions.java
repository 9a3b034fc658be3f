package dev.stowage.apiserver.registry.generic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The options of a deletion.
///
/// @param grace the grace period in seconds; -1 if not set
/// @param uid that the object must have; empty for any
/// @param revision that the object must have; empty for any
/// @param propagation `Orphan`, `Background` or `Foreground`; empty if not set
record DeleteOptions(
        boolean dryRun, long grace, String uid, String revision, String propagation, Optional<Boolean> orphan) {

    static DeleteOptions parse(QueryParameters queryParameters, RequestBody body) throws ApiException {
        JsonNode sent = body.isEmpty() ? Json.object() : BodyDecoder.plain(body, "DeleteOptions");
        List<String> dryRun = new ArrayList<>(queryParameters.all("dryRun"));
        JsonTree.list(sent, "dryRun").forEach(each -> dryRun.add(each.asText()));
        String propagation = JsonTree.text(sent, "propagationPolicy");
        long grace = JsonTree.number(sent, "gracePeriodSeconds").orElse(-1);
        Optional<Boolean> orphan = sent.path("orphanDependents").isBoolean()
                ? Optional.of(sent.path("orphanDependents").booleanValue())
                : Optional.empty();
        if (body.isEmpty()) {
            propagation = queryParameters.text("propagationPolicy");
            grace = queryParameters.number("gracePeriodSeconds").orElse(-1);
            orphan = queryParameters.has("orphanDependents")
                    ? Optional.of(queryParameters.flag("orphanDependents"))
                    : Optional.empty();
        }
        // A negative grace period counts as one second.
        boolean negative = grace < 0
                && (JsonTree.has(sent, "gracePeriodSeconds")
                        || !queryParameters.text("gracePeriodSeconds").isEmpty());
        DeleteOptions options = new DeleteOptions(
                !dryRun.isEmpty(),
                negative ? 1 : grace,
                JsonTree.text(sent, "preconditions", "uid"),
                JsonTree.text(sent, "preconditions", "resourceVersion"),
                propagation,
                orphan);
        options.check(dryRun);
        return options;
    }

    private void check(List<String> dryRun) throws ApiException {
        FieldErrors fieldErrors = new FieldErrors();
        if (orphan.isPresent() && !propagation.isEmpty()) {
            fieldErrors.invalid(
                    "propagationPolicy",
                    FieldErrors.quoted(propagation),
                    "orphanDependents and deletionPropagation cannot be both set");
        }
        if (!List.of("", "Foreground", "Background", "Orphan").contains(propagation)) {
            fieldErrors.notSupported(
                    "propagationPolicy",
                    FieldErrors.quoted(propagation),
                    List.of("Foreground", "Background", "Orphan", "nil"));
        }
        WriteOptions.checkDryRun(dryRun, fieldErrors);
        if (!fieldErrors.isEmpty()) {
            throw ApiException.invalid("meta.k8s.io", "DeleteOptions", "", fieldErrors);
        }
    }

    /// @throws ApiException when the object does not have the uid or the revision of the preconditions
    void require(RequestTarget requestTarget, ObjectNode object) throws ApiException {
        String actual = JsonTree.text(object, "metadata", "uid");
        if (!uid.isEmpty() && !uid.equals(actual)) {
            throw ApiException.conflict(
                    requestTarget.group(),
                    requestTarget.kind(),
                    requestTarget.name(),
                    "the UID in the precondition (%s) does not match the UID in record (%s). The object might have been deleted and then recreated"
                            .formatted(uid, actual));
        }
        String current = JsonTree.text(object, "metadata", "resourceVersion");
        if (!revision.isEmpty() && !revision.equals(current)) {
            throw ApiException.conflict(
                    requestTarget.group(),
                    requestTarget.kind(),
                    requestTarget.name(),
                    "the ResourceVersion in the precondition (%s) does not match the ResourceVersion in record (%s). The object might have been modified"
                            .formatted(revision, current));
        }
    }

    /// Whether dependents of the object are orphaned: the finalizer `orphan`.
    boolean orphans(boolean already) {
        return orphan.orElseGet(() -> propagation.isEmpty() ? already : propagation.equals("Orphan"));
    }

    /// Whether dependents of the object are deleted first: the finalizer `foregroundDeletion`.
    boolean foreground(boolean already) {
        if (orphan.isPresent()) {
            return false;
        }
        return propagation.isEmpty() ? already : propagation.equals("Foreground");
    }
}

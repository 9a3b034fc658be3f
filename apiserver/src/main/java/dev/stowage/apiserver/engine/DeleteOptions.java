package dev.stowage.apiserver.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How an object is to be deleted.
///
/// @param grace seconds; -1 when nothing was said
/// @param uid that the object must have; empty for any
/// @param revision that the object must have; empty for any
/// @param propagation `Orphan`, `Background` or `Foreground`; empty when nothing was said
record DeleteOptions(
        boolean dryRun, long grace, String uid, String revision, String propagation, Optional<Boolean> orphan) {

    static DeleteOptions parse(Parameters parameters, Body body) throws ApiException {
        JsonNode told = body.isEmpty() ? Json.object() : Bodies.plain(body, "DeleteOptions");
        List<String> dryRun = new ArrayList<>(parameters.all("dryRun"));
        Tree.list(told, "dryRun").forEach(each -> dryRun.add(each.asText()));
        String propagation = Tree.text(told, "propagationPolicy");
        long grace = Tree.number(told, "gracePeriodSeconds").orElse(-1);
        Optional<Boolean> orphan = told.path("orphanDependents").isBoolean()
                ? Optional.of(told.path("orphanDependents").booleanValue())
                : Optional.empty();
        if (body.isEmpty()) {
            propagation = parameters.text("propagationPolicy");
            grace = parameters.number("gracePeriodSeconds").orElse(-1);
            orphan = parameters.has("orphanDependents")
                    ? Optional.of(parameters.flag("orphanDependents"))
                    : Optional.empty();
        }
        // Less than nothing is taken for a second.
        boolean negative = grace < 0
                && (Tree.has(told, "gracePeriodSeconds")
                        || !parameters.text("gracePeriodSeconds").isEmpty());
        DeleteOptions options = new DeleteOptions(
                !dryRun.isEmpty(),
                negative ? 1 : grace,
                Tree.text(told, "preconditions", "uid"),
                Tree.text(told, "preconditions", "resourceVersion"),
                propagation,
                orphan);
        options.check(dryRun);
        return options;
    }

    private void check(List<String> dryRun) throws ApiException {
        Problems problems = new Problems();
        if (orphan.isPresent() && !propagation.isEmpty()) {
            problems.invalid(
                    "propagationPolicy",
                    Problems.quoted(propagation),
                    "orphanDependents and deletionPropagation cannot be both set");
        }
        if (!List.of("", "Foreground", "Background", "Orphan").contains(propagation)) {
            problems.notSupported(
                    "propagationPolicy",
                    Problems.quoted(propagation),
                    List.of("Foreground", "Background", "Orphan", "nil"));
        }
        WriteOptions.checkDryRun(dryRun, problems);
        if (!problems.isEmpty()) {
            throw ApiException.invalid("meta.k8s.io", "DeleteOptions", "", problems);
        }
    }

    /// @throws ApiException when the object is another one, or in another state, than the client thinks
    void require(Target target, ObjectNode object) throws ApiException {
        String actual = Tree.text(object, "metadata", "uid");
        if (!uid.isEmpty() && !uid.equals(actual)) {
            throw ApiException.conflict(
                    target.group(),
                    target.kind(),
                    target.name(),
                    "the UID in the precondition (%s) does not match the UID in record (%s). The object might have been deleted and then recreated"
                            .formatted(uid, actual));
        }
        String current = Tree.text(object, "metadata", "resourceVersion");
        if (!revision.isEmpty() && !revision.equals(current)) {
            throw ApiException.conflict(
                    target.group(),
                    target.kind(),
                    target.name(),
                    "the ResourceVersion in the precondition (%s) does not match the ResourceVersion in record (%s). The object might have been modified"
                            .formatted(revision, current));
        }
    }

    /// Whether those who belong to the object are to be let go: the finalizer `orphan`.
    boolean orphans(boolean already) {
        return orphan.orElseGet(() -> propagation.isEmpty() ? already : propagation.equals("Orphan"));
    }

    /// Whether those who belong to the object go before it: the finalizer `foregroundDeletion`.
    boolean foreground(boolean already) {
        if (orphan.isPresent()) {
            return false;
        }
        return propagation.isEmpty() ? already : propagation.equals("Foreground");
    }
}

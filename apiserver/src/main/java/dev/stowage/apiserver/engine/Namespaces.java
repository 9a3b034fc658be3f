package dev.stowage.apiserver.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.ApiException.Cause;
import dev.stowage.apiserver.failure.Reason;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.store.Entry;
import dev.stowage.apiserver.store.Key;
import dev.stowage.apiserver.store.Store;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What may be made and removed in view of namespaces.
final class Namespaces {
    private static final String RESOURCE = "namespaces";
    private static final Set<String> IMMORTAL = Set.of("default", "kube-system", "kube-public");

    private final Store store;

    Namespaces(Store store) {
        this.store = store;
    }

    /// @throws ApiException when the namespace of a new object is not there, or going away
    void requireLiving(Target target, String name) throws ApiException {
        if (!target.resource().namespaced()) {
            return;
        }
        String namespace = target.namespace();
        Optional<Entry> found = store.get(new Key(RESOURCE, "", namespace));
        if (found.isEmpty()) {
            throw ApiException.notFound("", RESOURCE, namespace);
        }
        ObjectNode object = Json.stored(found.get().value());
        if (Tree.text(object, "status", "phase").equals("Terminating")) {
            ApiException plain = ApiException.forbidden(
                    target.group(),
                    target.plural(),
                    name,
                    "unable to create new content in namespace %s because it is being terminated".formatted(namespace));
            Cause cause = new Cause(
                    "NamespaceTerminating",
                    "namespace %s is being terminated".formatted(namespace),
                    "metadata.namespace");
            throw new ApiException(
                    Reason.FORBIDDEN,
                    String.valueOf(plain.getMessage()),
                    plain.details().causes(List.of(cause)));
        }
    }

    void requireMortal(Target target) throws ApiException {
        if (target.resource().key().equals(RESOURCE) && IMMORTAL.contains(target.name())) {
            throw ApiException.forbidden("", RESOURCE, target.name(), "this namespace may not be deleted");
        }
    }
}

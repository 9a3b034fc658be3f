package dev.stowage.sidecar.provisioner.datasource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.ObjectMeta;
import java.util.function.Consumer;

/// Adds a finalizer to sources, and removes it. By update, because the usual RBAC rules of provisioners do not
/// allow patching claims and snapshots.
final class SourceFinalizer<T extends KubeObject> {
    private final Informer<T> informer;
    private final KubeClient api;
    private final String finalizer;

    SourceFinalizer(Informer<T> informer, KubeClient api, String finalizer) {
        this.informer = informer;
        this.api = api;
        this.finalizer = finalizer;
    }

    /// @return the updated object
    T add(T seen) throws ApiFailure, InterruptedException {
        return seen.meta().hasFinalizer(finalizer) ? seen : edit(seen, list -> list.add(finalizer));
    }

    /// @return the updated object
    T remove(T seen) throws ApiFailure, InterruptedException {
        return seen.meta().hasFinalizer(finalizer)
                ? edit(seen, list -> list.removeIf(item -> item.asText().equals(finalizer)))
                : seen;
    }

    private T edit(T seen, Consumer<ArrayNode> change) throws ApiFailure, InterruptedException {
        ObjectMeta meta = seen.meta();
        JsonNode current = api.get(informer.kind(), meta.namespace(), meta.name());
        ObjectMeta now = informer.kind().read(current).meta();
        // The decision was for the object as it was.
        if (!now.uid().equals(meta.uid()) || !now.finalizers().equals(meta.finalizers())) {
            throw new ApiFailure(409, "Conflict", informer.kind() + " " + meta.key() + " has been modified", null);
        }
        ObjectNode changed = current.deepCopy();
        change.accept(changed.withObject("/metadata").withArray("/finalizers"));
        return informer.replace(seen, changed);
    }
}

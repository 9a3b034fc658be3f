package dev.stowage.kube.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.KubeObject;

/// How an object is deleted.
///
/// @param propagation what happens to its dependents: `Orphan`, `Background` or `Foreground`; empty for the
///     default of the kind
/// @param grace the grace period in seconds; negative for the object's own
/// @param onlyIfUnchanged whether the server refuses when the object has changed since it was read
public record DeleteOptions(String propagation, long grace, boolean onlyIfUnchanged) {

    public static DeleteOptions defaults() {
        return new DeleteOptions("", -1, false);
    }

    /// Its dependents are deleted after it.
    public static DeleteOptions background() {
        return new DeleteOptions("Background", -1, false);
    }

    /// Its dependents are deleted before it.
    public static DeleteOptions foreground() {
        return new DeleteOptions("Foreground", -1, false);
    }

    /// Its dependents stay, without an owner.
    public static DeleteOptions orphan() {
        return new DeleteOptions("Orphan", -1, false);
    }

    public DeleteOptions withGracePeriod(long seconds) {
        return new DeleteOptions(propagation, seconds, onlyIfUnchanged);
    }

    public DeleteOptions ifUnchanged() {
        return new DeleteOptions(propagation, grace, true);
    }

    ObjectNode options() {
        ObjectNode options = Json.object().put("kind", "DeleteOptions").put("apiVersion", "v1");
        if (!propagation.isEmpty()) {
            options.put("propagationPolicy", propagation);
        }
        if (grace >= 0) {
            options.put("gracePeriodSeconds", grace);
        }
        return options;
    }

    ObjectNode options(KubeObject seen) {
        ObjectNode options = options();
        ObjectNode preconditions = options.putObject("preconditions");
        preconditions.put("uid", seen.meta().uid());
        if (onlyIfUnchanged) {
            preconditions.put("resourceVersion", seen.meta().resourceVersion());
        }
        return options;
    }
}

package dev.stowage.kube.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.KubeObject;

/// How an object shall go.
///
/// @param propagation what becomes of those who belong to it: `Orphan`, `Background` or `Foreground`; empty for what
///     is usual for the kind
/// @param grace seconds that its end may take; negative for what the object says
/// @param onlyIfUnchanged whether the server refuses when the object has changed since it was read
public record DeleteOptions(String propagation, long grace, boolean onlyIfUnchanged) {

    public static DeleteOptions defaults() {
        return new DeleteOptions("", -1, false);
    }

    /// Those who belong to it go after it.
    public static DeleteOptions background() {
        return new DeleteOptions("Background", -1, false);
    }

    /// Those who belong to it go before it.
    public static DeleteOptions foreground() {
        return new DeleteOptions("Foreground", -1, false);
    }

    /// Those who belong to it stay, and belong to nobody.
    public static DeleteOptions orphaning() {
        return new DeleteOptions("Orphan", -1, false);
    }

    public DeleteOptions within(long seconds) {
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

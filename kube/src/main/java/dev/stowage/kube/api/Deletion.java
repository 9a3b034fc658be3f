package dev.stowage.kube.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.object.KubeObject;

/// How an object shall go.
///
/// @param propagation what becomes of those who belong to it: `Orphan`, `Background` or `Foreground`; empty for what
///     is usual for the kind
/// @param grace seconds that its end may take; negative for what the object says
/// @param onlyIfUnchanged whether the server refuses when the object has changed since it was read
public record Deletion(String propagation, long grace, boolean onlyIfUnchanged) {

    public static Deletion usual() {
        return new Deletion("", -1, false);
    }

    /// Those who belong to it go after it.
    public static Deletion background() {
        return new Deletion("Background", -1, false);
    }

    /// Those who belong to it go before it.
    public static Deletion foreground() {
        return new Deletion("Foreground", -1, false);
    }

    /// Those who belong to it stay, and belong to nobody.
    public static Deletion orphaning() {
        return new Deletion("Orphan", -1, false);
    }

    public Deletion within(long seconds) {
        return new Deletion(propagation, seconds, onlyIfUnchanged);
    }

    public Deletion ifUnchanged() {
        return new Deletion(propagation, grace, true);
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
            preconditions.put("resourceVersion", seen.meta().version());
        }
        return options;
    }
}

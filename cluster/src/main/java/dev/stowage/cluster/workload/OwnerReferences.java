package dev.stowage.cluster.workload;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.ObjectReference;

/// Builds owner references.
public final class OwnerReferences {

    private OwnerReferences() {}

    /// The owner reference of a controlled object.
    public static <P extends KubeObject> ObjectNode reference(Kind<P> kind, P owner) {
        return Json.object()
                .put("apiVersion", kind.apiVersion())
                .put("kind", kind.name())
                .put("name", owner.meta().name())
                .put("uid", owner.meta().uid())
                .put("controller", true)
                .put("blockOwnerDeletion", true);
    }

    /// For events.
    public static <P extends KubeObject> ObjectReference objectReference(Kind<P> kind, P object) {
        return new ObjectReference(
                kind.apiVersion(),
                kind.name(),
                object.meta().namespace(),
                object.meta().name(),
                object.meta().uid(),
                object.meta().resourceVersion());
    }

    static <P extends KubeObject> Patch adopt(Kind<P> kind, P owner, KubeObject child) {
        ObjectNode meta = onlyThis(child);
        meta.withObject("/metadata").putArray("ownerReferences").add(reference(kind, owner));
        return Patch.strategic(meta);
    }

    static Patch release(KubeObject owner, KubeObject child) {
        ObjectNode meta = onlyThis(child);
        meta.withObject("/metadata")
                .putArray("ownerReferences")
                .addObject()
                .put("$patch", "delete")
                .put("uid", owner.meta().uid());
        return Patch.strategic(meta);
    }

    /// A new object of the same name has another uid, and the server refuses.
    private static ObjectNode onlyThis(KubeObject child) {
        ObjectNode change = Json.object();
        change.putObject("metadata").put("uid", child.meta().uid());
        return change;
    }
}

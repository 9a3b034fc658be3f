package dev.stowage.control.binder;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Collects changes to an object into as few writes as the server allows: one to the object, one to its status.
final class PatchBuilder<T extends KubeObject> {
    private final Kind<T> kind;
    private final T seen;
    private final ObjectNode object = Json.object();
    private final ObjectNode status = Json.object();

    PatchBuilder(Kind<T> kind, T seen) {
        this.kind = kind;
        this.seen = seen;
    }

    /// @param value null removes the annotation
    void annotate(String name, @Nullable String value) {
        object.withObject("/metadata").withObject("/annotations").put(name, value);
    }

    void annotate(Map<String, @Nullable String> values) {
        values.forEach(this::annotate);
    }

    void finalizers(List<String> all) {
        all.forEach(object.withObject("/metadata").putArray("finalizers")::add);
    }

    ObjectNode spec() {
        return object.withObject("/spec");
    }

    ObjectNode status() {
        return status.withObject("/status");
    }

    /// The first write requires the version that was read. The second follows from the first, which has
    /// changed the version.
    List<ClusterAction> actions() {
        List<ClusterAction> writes = new ArrayList<>(2);
        if (!object.isEmpty()) {
            writes.add(new ClusterAction.PatchObject<>(
                    kind, seen, Patch.merge(object).onlyIfUnchanged(seen)));
        }
        if (!status.isEmpty()) {
            Patch patch = Patch.merge(status).status();
            writes.add(new ClusterAction.PatchObject<>(
                    kind, seen, object.isEmpty() ? patch.onlyIfUnchanged(seen) : patch.onlyIfSame(seen)));
        }
        return writes;
    }
}

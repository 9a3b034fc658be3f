package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A Lease: who leads, and until when unless it says so again.
public record Lease(
        ObjectMeta meta,
        String holder,
        int seconds,
        @Nullable Instant acquireTime,
        @Nullable Instant renewTime,
        int transitions)
        implements KubeObject {

    public ObjectReference reference() {
        return new ObjectReference(
                "coordination.k8s.io/v1", "Lease", meta.namespace(), meta.name(), meta.uid(), meta.resourceVersion());
    }

    public static Lease read(JsonNode object) {
        JsonNode spec = object.path("spec");
        return new Lease(
                ObjectMeta.read(object),
                JsonFields.text(spec, "holderIdentity"),
                spec.path("leaseDurationSeconds").asInt(),
                JsonFields.instant(spec, "acquireTime"),
                JsonFields.instant(spec, "renewTime"),
                spec.path("leaseTransitions").asInt());
    }
}

package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A Lease: who leads, and until when unless it says so again.
public record Lease(
        Meta meta,
        String holder,
        int seconds,
        @Nullable Instant acquired,
        @Nullable Instant renewed,
        int transitions) implements KubeObject {

    public ObjectRef reference() {
        return new ObjectRef(
                "coordination.k8s.io/v1", "Lease", meta.namespace(), meta.name(), meta.uid(), meta.version());
    }

    public static Lease read(JsonNode object) {
        JsonNode spec = object.path("spec");
        return new Lease(
                Meta.read(object),
                Fields.text(spec, "holderIdentity"),
                spec.path("leaseDurationSeconds").asInt(),
                Fields.instant(spec, "acquireTime"),
                Fields.instant(spec, "renewTime"),
                spec.path("leaseTransitions").asInt());
    }
}

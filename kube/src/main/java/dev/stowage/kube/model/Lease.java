package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.ApiResources;
import dev.stowage.k8s.JsonFields;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A Lease: the holder, and until when unless it is renewed.
public record Lease(
        ObjectMeta meta,
        String holder,
        int seconds,
        @Nullable Instant acquireTime,
        @Nullable Instant renewTime,
        int transitions)
        implements KubeObject {

    public ObjectReference reference() {
        return ObjectReference.to(ApiResources.LEASES, meta);
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

package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.ObjectAnnotations;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The metadata of an object. Managed fields are not kept: no controller reads them, and they are most of an
/// object's bytes.
///
/// @param resourceVersion the server's resourceVersion
/// @param deletionTimestamp when the deletion was requested; null if it was not
public record ObjectMeta(
        NamespacedName key,
        String uid,
        String resourceVersion,
        @Nullable Instant creationTimestamp,
        @Nullable Instant deletionTimestamp,
        Map<String, String> labels,
        Map<String, String> annotations,
        List<String> finalizers,
        List<OwnerReference> ownerReferences) {

    /// The owner of an object.
    ///
    /// @param blockOwnerDeletion whether a foreground deletion of the owner waits for this object
    public record OwnerReference(
            String apiVersion, String kind, String name, String uid, boolean controller, boolean blockOwnerDeletion) {

        static OwnerReference read(JsonNode owner) {
            return new OwnerReference(
                    JsonFields.shared(owner, "apiVersion"),
                    JsonFields.shared(owner, "kind"),
                    owner.path("name").asText(""),
                    owner.path("uid").asText(""),
                    owner.path("controller").asBoolean(),
                    owner.path("blockOwnerDeletion").asBoolean());
        }
    }

    public static ObjectMeta read(JsonNode object) {
        JsonNode meta = object.path("metadata");
        return new ObjectMeta(
                new NamespacedName(
                        JsonFields.shared(meta, "namespace"), meta.path("name").asText("")),
                meta.path("uid").asText(""),
                meta.path("resourceVersion").asText(""),
                JsonFields.instant(meta, "creationTimestamp"),
                JsonFields.instant(meta, "deletionTimestamp"),
                JsonFields.map(meta.path("labels")),
                JsonFields.mapWithout(meta.path("annotations"), ObjectAnnotations.LAST_APPLIED_CONFIGURATION),
                JsonFields.texts(meta.path("finalizers")),
                JsonFields.list(meta.path("ownerReferences"), OwnerReference::read));
    }

    static ObjectMeta bare(JsonNode object) {
        JsonNode meta = object.path("metadata");
        return new ObjectMeta(
                new NamespacedName(
                        JsonFields.shared(meta, "namespace"), meta.path("name").asText("")),
                meta.path("uid").asText(""),
                meta.path("resourceVersion").asText(""),
                null,
                JsonFields.instant(meta, "deletionTimestamp"),
                Map.of(),
                Map.of(),
                JsonFields.texts(meta.path("finalizers")),
                JsonFields.list(meta.path("ownerReferences"), OwnerReference::read));
    }

    public String name() {
        return key.name();
    }

    public String namespace() {
        return key.namespace();
    }

    /// The controller that owns it, if there is one.
    public Optional<OwnerReference> controller() {
        return ownerReferences.stream().filter(OwnerReference::controller).findFirst();
    }

    /// Empty when there is no such annotation.
    public String annotation(String name) {
        return annotations.getOrDefault(name, "");
    }

    public boolean hasFinalizer(String name) {
        return finalizers.contains(name);
    }

    /// A copy without version, one annotation and some finalizers, to see whether another client changed the
    /// object.
    ///
    /// @param left the finalizers that stay
    public ObjectMeta bare(String annotation, Predicate<String> left) {
        Map<String, String> others = new HashMap<>(annotations);
        others.remove(annotation);
        return new ObjectMeta(
                key,
                uid,
                "",
                creationTimestamp,
                deletionTimestamp,
                labels,
                others,
                finalizers.stream().filter(left).toList(),
                ownerReferences);
    }

    /// Whether this state of the object is later than the other. Resource versions increase.
    public boolean isNewerThan(ObjectMeta other) {
        return number(resourceVersion) > number(other.resourceVersion);
    }

    private static long number(String version) {
        try {
            return Long.parseLong(version);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}

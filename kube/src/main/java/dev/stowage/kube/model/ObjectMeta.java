package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import dev.stowage.k8s.NamespacedName;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What every object has. The history of who wrote which field is not kept: nobody here reads it, and it is
/// most of an
/// object's bytes.
///
/// @param resourceVersion the server's resourceVersion
/// @param deletionTimestamp when the deletion was asked for; null while nobody asked
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

    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    /// The one that an object belongs to.
    ///
    /// @param blockOwnerDeletion whether the owner stays until this object is gone, when it is deleted in the foreground
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
                JsonFields.mapWithout(meta.path("annotations"), LAST_APPLIED),
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

    /// The one owner that acts on it, if there is one.
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

    /// Without its version, an annotation and some finalizers: what is left tells whether somebody else changed it.
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

    /// Whether this state of the object is later than the other. Servers count their versions up.
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

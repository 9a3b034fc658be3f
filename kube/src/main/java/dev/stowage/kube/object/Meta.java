package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What every object has. The history of who wrote which field is not kept: nobody here reads it, and it is most of an
/// object's bytes.
///
/// @param version the server's resourceVersion
/// @param deleted when the deletion was asked for; null while nobody asked
public record Meta(
        Key key,
        String uid,
        String version,
        @Nullable Instant created,
        @Nullable Instant deleted,
        Map<String, String> labels,
        Map<String, String> annotations,
        List<String> finalizers,
        List<Owner> owners) {

    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    /// The one that an object belongs to.
    ///
    /// @param blocks whether the owner stays until this object is gone, when it is deleted in the foreground
    public record Owner(String apiVersion, String kind, String name, String uid, boolean controller, boolean blocks) {

        static Owner read(JsonNode owner) {
            return new Owner(
                    Fields.shared(owner, "apiVersion"),
                    Fields.shared(owner, "kind"),
                    owner.path("name").asText(""),
                    owner.path("uid").asText(""),
                    owner.path("controller").asBoolean(),
                    owner.path("blockOwnerDeletion").asBoolean());
        }
    }

    public static Meta read(JsonNode object) {
        JsonNode meta = object.path("metadata");
        return new Meta(
                new Key(Fields.shared(meta, "namespace"), meta.path("name").asText("")),
                meta.path("uid").asText(""),
                meta.path("resourceVersion").asText(""),
                Fields.instant(meta, "creationTimestamp"),
                Fields.instant(meta, "deletionTimestamp"),
                Fields.map(meta.path("labels")),
                Fields.mapWithout(meta.path("annotations"), LAST_APPLIED),
                Fields.texts(meta.path("finalizers")),
                Fields.list(meta.path("ownerReferences"), Owner::read));
    }

    static Meta bare(JsonNode object) {
        JsonNode meta = object.path("metadata");
        return new Meta(
                new Key(Fields.shared(meta, "namespace"), meta.path("name").asText("")),
                meta.path("uid").asText(""),
                meta.path("resourceVersion").asText(""),
                null,
                Fields.instant(meta, "deletionTimestamp"),
                Map.of(),
                Map.of(),
                Fields.texts(meta.path("finalizers")),
                Fields.list(meta.path("ownerReferences"), Owner::read));
    }

    public String name() {
        return key.name();
    }

    public String namespace() {
        return key.namespace();
    }

    /// The one owner that acts on it, if there is one.
    public Optional<Owner> controller() {
        return owners.stream().filter(Owner::controller).findFirst();
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
    public Meta bare(String annotation, Predicate<String> left) {
        Map<String, String> others = new HashMap<>(annotations);
        others.remove(annotation);
        return new Meta(
                key,
                uid,
                "",
                created,
                deleted,
                labels,
                others,
                finalizers.stream().filter(left).toList(),
                owners);
    }

    /// Whether this state of the object is later than the other. Servers count their versions up.
    public boolean isNewerThan(Meta other) {
        return number(version) > number(other.version);
    }

    private static long number(String version) {
        try {
            return Long.parseLong(version);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}

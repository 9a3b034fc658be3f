package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import java.util.List;

/// A ReferenceGrant: who may refer to objects of this namespace.
public record ReferenceGrant(ObjectMeta meta, List<From> from, List<To> to) implements KubeObject {

    public record From(String group, String kind, String namespace) {}

    /// @param name empty for all of the kind
    public record To(String group, String kind, String name) {}

    public static ReferenceGrant read(JsonNode object) {
        JsonNode spec = object.path("spec");
        return new ReferenceGrant(
                ObjectMeta.read(object),
                JsonFields.list(
                        spec.path("from"),
                        from -> new From(
                                JsonFields.text(from, "group"),
                                JsonFields.text(from, "kind"),
                                JsonFields.text(from, "namespace"))),
                JsonFields.list(
                        spec.path("to"),
                        to -> new To(
                                JsonFields.text(to, "group"),
                                JsonFields.text(to, "kind"),
                                JsonFields.text(to, "name"))));
    }
}

package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// A ReferenceGrant: who may point into this namespace, and at what.
public record ReferenceGrant(Meta meta, List<From> from, List<To> to) implements KubeObject {

    public record From(String group, String kind, String namespace) {}

    /// @param name empty for all of the kind
    public record To(String group, String kind, String name) {}

    public static ReferenceGrant read(JsonNode object) {
        JsonNode spec = object.path("spec");
        return new ReferenceGrant(
                Meta.read(object),
                Fields.list(
                        spec.path("from"),
                        from -> new From(
                                Fields.text(from, "group"), Fields.text(from, "kind"), Fields.text(from, "namespace"))),
                Fields.list(
                        spec.path("to"),
                        to -> new To(Fields.text(to, "group"), Fields.text(to, "kind"), Fields.text(to, "name"))));
    }
}

package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.JsonFields;
import java.util.List;

/// A Namespace.
///
/// @param holders the finalizers of its spec, which must be removed before it is deleted; not those of the
///     metadata
/// @param phase `Active` or `Terminating`
public record Namespace(ObjectMeta meta, List<String> holders, String phase, List<StatusCondition> conditions)
        implements KubeObject {

    public static Namespace read(JsonNode object) {
        JsonNode status = object.path("status");
        return new Namespace(
                ObjectMeta.read(object),
                JsonFields.texts(object.path("spec").path("finalizers")),
                JsonFields.shared(status, "phase"),
                JsonFields.list(status.path("conditions"), StatusCondition::read));
    }
}

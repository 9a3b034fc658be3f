package dev.stowage.kube.object;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// A Namespace.
///
/// @param holders who has to be done with its contents before it goes; these are not the finalizers of the metadata
/// @param phase `Active` or `Terminating`
public record Namespace(Meta meta, List<String> holders, String phase, List<Condition> conditions)
        implements KubeObject {

    public static Namespace read(JsonNode object) {
        JsonNode status = object.path("status");
        return new Namespace(
                Meta.read(object),
                Fields.texts(object.path("spec").path("finalizers")),
                Fields.shared(status, "phase"),
                Fields.list(status.path("conditions"), Condition::read));
    }
}

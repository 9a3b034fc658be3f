package dev.stowage.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.schema.CanonicalForm;
import dev.stowage.kubetypes.BuiltInTypes;

/// The status of new objects.
public final class InitialStatus {
    private InitialStatus() {}

    /// Replaces the status that a client sent with an empty one.
    ///
    /// @param type of the status, such as `io.k8s.api.apps.v1.DeploymentStatus`
    public static void status(ObjectNode object, String type) {
        CanonicalForm.object(object.putObject("status"), BuiltInTypes.of(type));
    }
}

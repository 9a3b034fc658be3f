package dev.stowage.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.schema.CanonicalForm;
import dev.stowage.kubetypes.BuiltInTypes;

/// What objects start with.
public final class InitialStatus {
    private InitialStatus() {}

    /// Puts a status without anything in it in place of whatever a client sent.
    ///
    /// @param type of the status, such as `io.k8s.api.apps.v1.DeploymentStatus`
    public static void status(ObjectNode object, String type) {
        CanonicalForm.object(object.putObject("status"), BuiltInTypes.of(type));
    }
}

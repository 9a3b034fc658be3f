package dev.stowage.apiserver.group;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.schema.Tidy;
import dev.stowage.apiserver.schema.Types;

/// What objects start with.
public final class Blank {
    private Blank() {}

    /// Puts a status without anything in it in place of whatever a client sent.
    ///
    /// @param type of the status, such as `io.k8s.api.apps.v1.DeploymentStatus`
    public static void status(ObjectNode object, String type) {
        Tidy.object(object.putObject("status"), Types.of(type));
    }
}

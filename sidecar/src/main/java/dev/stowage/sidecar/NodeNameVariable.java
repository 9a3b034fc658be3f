package dev.stowage.sidecar;

import dev.stowage.flags.UsageException;
import java.util.Map;

/// The name of the node that this process runs on, for roles that run on every node.
public final class NodeNameVariable {

    private NodeNameVariable() {}

    /// @param wanted whether the role serves only its own node
    /// @param environment for `NODE_NAME`
    /// @return empty when it is not wanted
    public static String name(boolean wanted, Map<String, String> environment) {
        if (!wanted) {
            return "";
        }
        String name = environment.getOrDefault("NODE_NAME", "");
        if (name.isEmpty()) {
            throw new UsageException(
                    "--node-deployment needs the name of the node (set the environment variable NODE_NAME)");
        }
        return name;
    }
}

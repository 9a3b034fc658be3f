package dev.stowage.node.pluginmanager;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What to do about a registration socket.
sealed interface PluginAction {

    record Register(SocketIdentity identity) implements PluginAction {}

    record Unregister() implements PluginAction {}

    /// @param seen the identity of the socket now, if it exists
    /// @param known the identity of the socket when its driver was registered
    static List<PluginAction> between(Optional<SocketIdentity> seen, Optional<SocketIdentity> known) {
        List<PluginAction> steps = new ArrayList<>();
        if (known.isPresent() && !seen.equals(known)) {
            steps.add(new Unregister());
        }
        if (seen.isPresent() && !seen.equals(known)) {
            steps.add(new Register(seen.get()));
        }
        return steps;
    }
}

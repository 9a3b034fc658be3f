package dev.stowage.sidecar.mover;

import dev.stowage.csi.transfer.v1alpha1.Copy;
import java.util.Optional;

/// Asks drivers for their copies.
///
/// @param node of this mover
record CopyStates(MoverConnections connections, String node) {

    CopyState at(String name, String volume) {
        try {
            CopyDriver driver = name.equals(node) ? connections.own() : connections.node(name);
            Optional<Copy> copy = driver.find(volume);
            return copy.<CopyState>map(CopyState.Present::new).orElseGet(CopyState.Absent::new);
        } catch (PeerCallException e) {
            return new CopyState.Unknown(String.valueOf(e.getMessage()));
        }
    }
}

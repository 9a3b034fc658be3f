package dev.stowage.sidecar.mover;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// Carries the content of a volume from another node's driver to this node's.
public interface Carrier {

    /// Runs until the copy is complete and verified, fails, or is interrupted. May be repeated; it goes on where the
    /// copy is durable.
    ///
    /// @param listener is called by one thread, at least every few seconds while bytes arrive
    Carried carry(Cargo cargo, Consumer<Carried> listener) throws PeerCallException, InterruptedException;

    /// What is to be carried.
    ///
    /// @param snapshot empty for the fenced volume itself
    /// @param base the snapshot of which the target has a copy; empty for everything
    /// @param generation of the copy at the target
    /// @param parameters of the storage class
    /// @param bandwidthLimit in bytes a second, of this transfer alone
    record Cargo(
            String sourceNode,
            String volume,
            Optional<String> snapshot,
            Optional<String> base,
            long generation,
            Map<String, String> parameters,
            OptionalLong bandwidthLimit) {

        public Cargo {
            parameters = Map.copyOf(parameters);
        }
    }

    /// @param total bytes of the transfer as far as is known; at the end, those of all its blocks
    /// @param sent bytes so far, in this call
    /// @param wasComplete whether the target had everything already, from an earlier call whose answer was lost
    record Carried(long total, long sent, boolean wasComplete) {}
}

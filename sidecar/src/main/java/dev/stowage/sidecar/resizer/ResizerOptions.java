package dev.stowage.sidecar.resizer;

import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.sidecar.modifier.ModifyOptions;
import java.time.Duration;

/// The options of the resizer.
///
/// @param resync how often unfinished claims are reconciled; zero for never
/// @param timeout of each call to the driver
/// @param retryMax also the delay for a request that the driver cannot fulfil
/// @param watchesPods whether a volume that is rejected because it is in use waits until no pod uses it
/// @param node the only node whose volumes are served; empty for the whole cluster
public record ResizerOptions(
        Duration resync,
        int workers,
        boolean extraModifyMetadata,
        Duration timeout,
        Duration retryStart,
        Duration retryMax,
        boolean watchesPods,
        String node) {

    ExponentialBackoff retries() {
        return new ExponentialBackoff(retryStart, retryMax.compareTo(retryStart) < 0 ? retryStart : retryMax);
    }

    ModifyOptions modify() {
        return new ModifyOptions(workers, timeout, retries(), extraModifyMetadata);
    }

    public boolean isOnNode() {
        return !node.isEmpty();
    }
}

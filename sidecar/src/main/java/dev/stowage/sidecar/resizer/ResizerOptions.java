package dev.stowage.sidecar.resizer;

import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.sidecar.modifier.ModifyOptions;
import java.time.Duration;

/// How the resizer works.
///
/// @param resync how often everything that is not done is looked at again; zero for never
/// @param timeout of each call to the driver
/// @param retryMax also how long a wish that the driver cannot fulfil rests
/// @param watchesPods whether a volume that is refused because it is in use waits for its pods to end
/// @param node empty for the volumes of the whole cluster; else only volumes of that node are dealt with
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

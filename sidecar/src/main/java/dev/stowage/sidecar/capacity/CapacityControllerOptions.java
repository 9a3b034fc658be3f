package dev.stowage.sidecar.capacity;

import dev.stowage.kube.workqueue.ExponentialBackoff;
import java.time.Duration;

/// How capacity is published.
///
/// @param forImmediateBinding also for classes that bind before a pod is scheduled
/// @param poll how often the driver is asked
/// @param namespace where the objects are
/// @param pod this process's own
/// @param ownerLevel how many owners up from the pod the owner of the objects is; -1 for none
/// @param node the only node that is served; empty for the whole cluster
/// @param timeout of a call of the driver
/// @param rate most requests a second, with `burst` at once
public record CapacityControllerOptions(
        boolean forImmediateBinding,
        Duration poll,
        String namespace,
        String pod,
        int ownerLevel,
        String node,
        int threads,
        Duration timeout,
        double rate,
        int burst,
        ExponentialBackoff pauses) {}

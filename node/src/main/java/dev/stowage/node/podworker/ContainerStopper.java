package dev.stowage.node.podworker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.prober.HandlerRunner;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.RuntimePod;
import java.io.IOException;
import java.time.Duration;

/// Stops containers: runs their preStop hooks, waits for the grace period, then kills them.
final class ContainerStopper {
    /// The minimum time between signal and kill, however long the hook took.
    private static final Duration LEAST = Duration.ofSeconds(2);

    private final NodeContext nodeContext;
    private final ContainerRuntime runtime;
    private final HandlerRunner handlerRunner;

    ContainerStopper(NodeContext nodeContext, ContainerRuntime runtime, HandlerRunner handlerRunner) {
        this.nodeContext = nodeContext;
        this.runtime = runtime;
        this.handlerRunner = handlerRunner;
    }

    void stop(ManagedPod managedPod, PodAction.StopContainer step) throws IOException, InterruptedException {
        // A second, more urgent stop: the hook is not run again.
        boolean first = managedPod.isNewEvent("stop " + step.container(), step.id());
        if (first) {
            nodeContext.events().normal(managedPod.pod().reference(), "Killing", step.because());
        }
        JsonNode container =
                managedPod.findSpec(step.container()).map(ContainerSpec::spec).orElse(null);
        JsonNode hook = container == null ? null : container.path("lifecycle").path("preStop");
        Duration left = Duration.between(nodeContext.clock().instant(), step.by());
        if (first && container != null && hook != null && hook.isObject() && left.isPositive()) {
            RuntimePod place = managedPod.sandbox();
            var probeResult = handlerRunner.call(hook, container, step.id(), place == null ? "" : place.ip(), left);
            if (!probeResult.good()) {
                nodeContext.events().warning(managedPod.pod().reference(), "FailedPreStopHook", "PreStopHook failed");
            }
            left = Duration.between(nodeContext.clock().instant(), step.by());
            left = left.compareTo(LEAST) < 0 ? LEAST : left;
        }
        runtime.stop(step.id(), left.isNegative() ? Duration.ZERO : left);
    }
}

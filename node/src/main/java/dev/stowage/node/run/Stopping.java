package dev.stowage.node.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.Shared;
import dev.stowage.node.run.probe.Handlers;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.RunningPod;
import java.io.IOException;
import java.time.Duration;

/// Ends containers: asks them, and their hooks, and then does not ask any more.
final class Stopping {
    /// However long a hook took, a container hears of its end this long before it comes.
    private static final Duration LEAST = Duration.ofSeconds(2);

    private final Shared shared;
    private final ContainerRuntime runtime;
    private final Handlers handlers;

    Stopping(Shared shared, ContainerRuntime runtime, Handlers handlers) {
        this.shared = shared;
        this.runtime = runtime;
        this.handlers = handlers;
    }

    void stop(PodCare care, PodStep.Stop step) throws IOException, InterruptedException {
        // Somebody is in a hurry: the second who stops it does not ask its hook again.
        boolean first = care.say("stop " + step.container(), step.id());
        if (first) {
            shared.events().normal(care.pod().reference(), "Killing", step.because());
        }
        JsonNode container =
                care.findSpec(step.container()).map(ContainerSpec::spec).orElse(null);
        JsonNode hook = container == null ? null : container.path("lifecycle").path("preStop");
        Duration left = Duration.between(shared.clock().instant(), step.by());
        if (first && container != null && hook != null && hook.isObject() && left.isPositive()) {
            RunningPod place = care.place();
            var verdict = handlers.call(hook, container, step.id(), place == null ? "" : place.ip(), left);
            if (!verdict.good()) {
                shared.events().warning(care.pod().reference(), "FailedPreStopHook", "PreStopHook failed");
            }
            left = Duration.between(shared.clock().instant(), step.by());
            left = left.compareTo(LEAST) < 0 ? LEAST : left;
        }
        runtime.stop(step.id(), left.isNegative() ? Duration.ZERO : left);
    }
}

package dev.stowage.sidecar.resizer;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Which claims are used by pods. A cluster has many pods, and few drivers care whether a volume is in use:
/// nothing is watched until a driver does. Thread-safe.
final class ClaimUsage {
    private static final Logger log = LoggerFactory.getLogger(ClaimUsage.class);

    /// Whether a claim is in use.
    enum Use {
        UNKNOWN,
        NONE,
        SOME
    }

    private final Informers informers;
    private final Consumer<NamespacedName> onRelease;
    private @Nullable Informer<Pod> pods;
    private @Nullable Index<Pod> byClaim;

    /// @param onRelease called for claims that a pod no longer uses
    ClaimUsage(Informers informers, Consumer<NamespacedName> onRelease) {
        this.informers = informers;
        this.onRelease = onRelease;
    }

    synchronized void watch() {
        if (byClaim != null) {
            return;
        }
        log.info("Watching pods: the driver expands a volume only while no pod uses it.");
        Informer<Pod> informer = informers.of(Kinds.PODS, pod -> !pod.claims().isEmpty(), "");
        byClaim = informer.index(ClaimUsage::claims);
        informer.addEventHandler((before, now) -> {
            if (before != null) {
                List<String> still = now == null ? List.of() : claims(now);
                before.claims().stream()
                        .map(name -> new NamespacedName(before.meta().namespace(), name))
                        .filter(claim -> !still.contains(claim.toString()))
                        .forEach(onRelease);
            }
        });
        pods = informer;
    }

    private static List<String> claims(Pod pod) {
        return pod.isOver()
                ? List.of()
                : pod.claims().stream()
                        .map(name -> new NamespacedName(pod.meta().namespace(), name).toString())
                        .toList();
    }

    synchronized Use of(NamespacedName claim) {
        if (pods == null || byClaim == null || !pods.isSynced()) {
            return Use.UNKNOWN;
        }
        return byClaim.has(claim.toString()) ? Use.SOME : Use.NONE;
    }
}

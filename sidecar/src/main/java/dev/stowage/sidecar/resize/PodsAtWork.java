package dev.stowage.sidecar.resize;

import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.mirror.Index;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.mirror.Mirrors;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Pod;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Which claims are used by pods. A cluster has many pods, and few drivers mind whether a volume is in use: nothing is
/// watched until the first driver does. Thread-safe.
final class PodsAtWork {
    private static final Logger log = LoggerFactory.getLogger(PodsAtWork.class);

    /// Whether a claim is in use.
    enum Use {
        UNKNOWN,
        NONE,
        SOME
    }

    private final Mirrors mirrors;
    private final Consumer<Key> onRelease;
    private @Nullable Mirror<Pod> pods;
    private @Nullable Index<Pod> byClaim;

    /// @param onRelease hears of claims that a pod no longer uses
    PodsAtWork(Mirrors mirrors, Consumer<Key> onRelease) {
        this.mirrors = mirrors;
        this.onRelease = onRelease;
    }

    synchronized void watch() {
        if (byClaim != null) {
            return;
        }
        log.info("The driver expands some volume only while nobody uses it: watching pods from now on.");
        Mirror<Pod> mirror = mirrors.of(Kinds.PODS, pod -> !pod.claims().isEmpty(), "");
        byClaim = mirror.index(PodsAtWork::claims);
        mirror.listen((before, now) -> {
            if (before != null) {
                List<String> still = now == null ? List.of() : claims(now);
                before.claims().stream()
                        .map(name -> new Key(before.meta().namespace(), name))
                        .filter(claim -> !still.contains(claim.toString()))
                        .forEach(onRelease);
            }
        });
        pods = mirror;
    }

    private static List<String> claims(Pod pod) {
        return pod.isOver()
                ? List.of()
                : pod.claims().stream()
                        .map(name -> new Key(pod.meta().namespace(), name).toString())
                        .toList();
    }

    synchronized Use of(Key claim) {
        if (pods == null || byClaim == null || !pods.isSynced()) {
            return Use.UNKNOWN;
        }
        return byClaim.has(claim.toString()) ? Use.SOME : Use.NONE;
    }
}

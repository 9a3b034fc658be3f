package dev.stowage.bench.sidecar;

import dev.stowage.bench.Row;
import dev.stowage.bench.Row.Figure;
import dev.stowage.kube.api.Kind;
import dev.stowage.kube.api.KubeApi;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.mirror.Mirrors;
import dev.stowage.kube.object.KubeObject;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/// How many bytes of heap a mirror keeps for an object, measured by reading all objects of a kind into a new one.
final class CachedObjects {
    private CachedObjects() {}

    static <T extends KubeObject> Row measure(KubeApi api, Kind<T> kind) throws InterruptedException {
        try (ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
                Mirrors mirrors = new Mirrors(api, timer)) {
            long before = usedBytes();
            Mirror<T> mirror = mirrors.of(kind);
            mirrors.start();
            mirror.awaitSynced();
            double each =
                    (double) (usedBytes() - before) / Math.max(1, mirror.all().size());
            return new Row("stowage: " + kind + " in memory", List.of(new Figure("bytes each", each)));
        }
    }

    private static long usedBytes() {
        // One collection may leave what only weak references hold.
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}

package dev.stowage.bench.sidecar;

import dev.stowage.bench.harness.ResultRow;
import dev.stowage.bench.harness.ResultRow.Figure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.informer.Informers;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/// The heap bytes per cached object, measured by listing all objects of a kind into a new informer.
final class CachedObjectSize {
    private CachedObjectSize() {}

    static <T extends KubeObject> ResultRow measure(KubeClient api, Kind<T> kind) throws InterruptedException {
        try (ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
                Informers informers = new Informers(api, timer)) {
            long before = usedBytes();
            Informer<T> informer = informers.of(kind);
            informers.start();
            informer.awaitSynced();
            double each =
                    (double) (usedBytes() - before) / Math.max(1, informer.all().size());
            return new ResultRow("stowage: " + kind + " in memory", List.of(new Figure("bytes each", each)));
        }
    }

    private static long usedBytes() {
        // A single collection may keep objects that are only weakly referenced.
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}

package dev.stowage.cluster.garbagecollector;

import static org.awaitility.Awaitility.await;

import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.model.ConfigMap;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PartialObjectMetadata;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Events that arrive while an object is being processed.
class GarbageCollectorTriggersTest {
    private static final Kind<PartialObjectMetadata> CRDS = Kind.metadataOnly(
            "apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", false);
    private static final String BOAT = """
            {"apiVersion":"example.com/v1","kind":"Boat","name":"ark","uid":"00000000-0000-0000-0000-000000000001"}""";
    private static final String NOBODY = """
            {"apiVersion":"v1","kind":"ConfigMap","name":"nobody","uid":"00000000-0000-0000-0000-000000000002"}""";

    /// Blocks one request of a worker until it is released.
    private static final class Gate implements RequestLimiter {
        private final AtomicBoolean shut = new AtomicBoolean();
        private final CountDownLatch held = new CountDownLatch(1);
        private final CountDownLatch open = new CountDownLatch(1);

        @Override
        public void acquire() throws InterruptedException {
            if (Thread.currentThread().getName().equals("garbage_collector") && shut.compareAndSet(true, false)) {
                held.countDown();
                open.await();
            }
        }

        @Override
        public void release(boolean refused) {}
    }

    @Test
    void kindThatBecomesKnownBeforeAnObjectIsParkedWakesIt(@TempDir Path folder) throws Exception {
        var gate = new Gate();
        try (ControllerFixture fixture = new ControllerFixture(folder);
                KubeClient api = new KubeClient(fixture.cluster(), gate, "gate");
                var garbageCollector = new GarbageCollector(
                        through(api, fixture.context("collector")), new GarbageCollectorOptions(4))) {
            fixture.informers().start();
            garbageCollector.start();
            map(fixture, "early", BOAT);
            gate.shut.set(true);
            map(fixture, "late", BOAT + "," + NOBODY);
            // Its first owner is of an unknown kind; the request for its second one takes long.
            await().until(() -> gate.held.getCount() == 0);
            fixture.create(CRDS, "", """
                    {"metadata":{"name":"boats.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
                     "names":{"plural":"boats","singular":"boat","kind":"Boat","listKind":"BoatList"},
                     "versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":
                       {"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}""");
            await().until(() -> isGone(fixture, "early"));
            // Waiting objects are deleted when all kinds are synced, including the new one.
            ConfigMap waits = map(fixture, "waits", "");
            fixture.api().delete(waits, Kinds.CONFIG_MAPS, DeleteOptions.foreground());
            await().until(() -> isGone(fixture, "waits"));
            gate.open.countDown();
            await().until(() -> isGone(fixture, "late"));
        }
    }

    private static ControllerContext through(KubeClient api, ControllerContext context) {
        return new ControllerContext(
                api,
                context.informers(),
                context.events(),
                context.executor(),
                context.metrics(),
                context.queues(),
                context.timer(),
                context.clock(),
                context.gates());
    }

    private static ConfigMap map(ControllerFixture fixture, String name, String owners) throws Exception {
        return fixture.create(Kinds.CONFIG_MAPS, "default", """
                {"metadata":{"name":"%s","ownerReferences":[%s]}}""".formatted(name, owners));
    }

    private static boolean isGone(ControllerFixture fixture, String name) throws Exception {
        return fixture.api().find(Kinds.CONFIG_MAPS, "default", name).isEmpty();
    }
}

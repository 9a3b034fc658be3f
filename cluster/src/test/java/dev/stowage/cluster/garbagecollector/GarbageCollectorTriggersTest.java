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

/// What becomes known while an object is looked at.
class GarbageCollectorTriggersTest {
    private static final Kind<PartialObjectMetadata> CRDS =
            Kind.bare("apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", false);
    private static final String BOAT = """
            {"apiVersion":"example.com/v1","kind":"Boat","name":"ark","uid":"00000000-0000-0000-0000-000000000001"}""";
    private static final String NOBODY = """
            {"apiVersion":"v1","kind":"ConfigMap","name":"nobody","uid":"00000000-0000-0000-0000-000000000002"}""";

    /// Holds one question of a worker until it is let go.
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
        try (ControllerFixture controllerFixture = new ControllerFixture(folder);
                KubeClient api = new KubeClient(controllerFixture.cluster(), gate, "gate");
                var garbageCollector = new GarbageCollector(
                        through(api, controllerFixture.context("collector")), new GarbageCollectorOptions(4))) {
            controllerFixture.informers().start();
            garbageCollector.start();
            map(controllerFixture, "early", BOAT);
            gate.shut.set(true);
            map(controllerFixture, "late", BOAT + "," + NOBODY);
            // Its first owner is of an unknown kind; the question for its second one takes long.
            await().until(() -> gate.held.getCount() == 0);
            controllerFixture.create(CRDS, "", """
                    {"metadata":{"name":"boats.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
                     "names":{"plural":"boats","singular":"boat","kind":"Boat","listKind":"BoatList"},
                     "versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":
                       {"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}""");
            await().until(() -> isGone(controllerFixture, "early"));
            // Those who wait for others go when everything has been read, the new kind too.
            ConfigMap waits = map(controllerFixture, "waits", "");
            controllerFixture.api().delete(waits, Kinds.CONFIG_MAPS, DeleteOptions.foreground());
            await().until(() -> isGone(controllerFixture, "waits"));
            gate.open.countDown();
            await().until(() -> isGone(controllerFixture, "late"));
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

    private static ConfigMap map(ControllerFixture controllerFixture, String name, String owners) throws Exception {
        return controllerFixture.create(Kinds.CONFIG_MAPS, "default", """
                {"metadata":{"name":"%s","ownerReferences":[%s]}}""".formatted(name, owners));
    }

    private static boolean isGone(ControllerFixture controllerFixture, String name) throws Exception {
        return controllerFixture.api().find(Kinds.CONFIG_MAPS, "default", name).isEmpty();
    }
}

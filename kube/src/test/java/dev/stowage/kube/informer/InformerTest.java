package dev.stowage.kube.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.TestCluster;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PartialObjectMetadata;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InformerTest {
    private static final Kind<PartialObjectMetadata> CRDS = new Kind<>(
            "apiextensions.k8s.io",
            "v1",
            "customresourcedefinitions",
            "CustomResourceDefinition",
            false,
            PartialObjectMetadata::read);
    private static final Kind<PartialObjectMetadata> BOATS =
            new Kind<>("example.com", "v1", "boats", "Boat", true, PartialObjectMetadata::read);

    @TempDir
    private Path folder;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    @AfterEach
    void close() {
        timer.shutdownNow();
    }

    @Test
    void everythingThatIsAndBecomesIsSeen() throws IOException, InterruptedException {
        try (TestCluster cluster = new TestCluster(folder, 0);
                Informers informers = new Informers(cluster.api(), timer)) {
            cluster.claim("before");
            Informer<PersistentVolumeClaim> claims = informers.of(Kinds.CLAIMS);
            Index<PersistentVolumeClaim> byNamespace =
                    claims.index(claim -> List.of(claim.meta().namespace()));
            informers.start();
            claims.awaitSynced();
            assertThat(claims.find(new NamespacedName("default", "before"))).isPresent();
            PersistentVolumeClaim after = cluster.claim("after");
            await().until(() -> byNamespace.get("default").size() == 2);
            cluster.api().patch(Kinds.CLAIMS, "default", "after", Patch.merge(TestCluster.json("""
                    {"metadata": {"annotations": {"a": "b"}}}""")));
            await().until(() -> claims.find(after.key())
                    .filter(claim -> claim.meta().annotation("a").equals("b"))
                    .isPresent());
            cluster.deleteForGood(after);
            await().until(() -> claims.find(after.key()).isEmpty());
            assertThat(informers.of(Kinds.CLAIMS)).isSameAs(claims);
        }
    }

    @Test
    void whatIsWrittenHereIsSeenHereAtOnce() throws IOException, InterruptedException {
        try (TestCluster cluster = new TestCluster(folder, 0);
                Informers informers = new Informers(cluster.api(), timer)) {
            Informer<PersistentVolumeClaim> claims = informers.of(Kinds.CLAIMS);
            informers.start();
            claims.awaitSynced();
            for (int i = 0; i < 50; i++) {
                PersistentVolumeClaim made = claims.create("default", TestCluster.json("""
                        {"metadata": {"name": "c%d"}, "spec": {"accessModes": ["ReadWriteOnce"],
                         "resources": {"requests": {"storage": "1Gi"}}}}""".formatted(i)));
                assertThat(claims.find(made.key())).contains(made);
                PersistentVolumeClaim held = claims.patch(made, Patch.addFinalizer(made, "example.com/hold"));
                assertThat(claims.find(made.key())).contains(held);
            }
        }
    }

    @Test
    void whatIsLetGoHereIsGoneHereAtOnce() throws IOException, InterruptedException {
        try (TestCluster cluster = new TestCluster(folder, 0);
                Informers informers = new Informers(cluster.api(), timer)) {
            Informer<PersistentVolumeClaim> claims = informers.of(Kinds.CLAIMS);
            informers.start();
            claims.awaitSynced();
            PersistentVolumeClaim made = cluster.claim("c");
            claims.delete(made);
            PersistentVolumeClaim going = claims.fetch(made.key()).orElseThrow();
            assertThat(going.meta().finalizers()).hasSize(1);
            claims.patch(
                    going,
                    Patch.removeFinalizer(going, going.meta().finalizers().getFirst()));
            assertThat(claims.find(made.key())).isEmpty();
        }
    }

    @Test
    void aResourceThatIsNotThereYetIsWaitedFor() throws IOException, InterruptedException {
        try (TestCluster cluster = new TestCluster(folder, 0);
                Informers informers = new Informers(cluster.api(), timer)) {
            Informer<PartialObjectMetadata> boats = informers.of(BOATS);
            Informer<PersistentVolumeClaim> claims = informers.of(Kinds.CLAIMS);
            informers.start();
            claims.awaitSynced();
            assertThat(boats.isSynced()).isFalse();
            cluster.api().create(CRDS, "", TestCluster.json("""
                    {"metadata": {"name": "boats.example.com"}, "spec": {"group": "example.com", "scope": "Namespaced",
                     "names": {"plural": "boats", "singular": "boat", "kind": "Boat", "listKind": "BoatList"},
                     "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema":
                       {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}]}}"""));
            boats.awaitSynced();
            cluster.api().create(BOATS, "default", TestCluster.json("{\"metadata\": {\"name\": \"b\"}}"));
            await().until(() -> boats.find(new NamespacedName("default", "b")).isPresent());
        }
    }

    @Test
    void aHandlerThatFailsIsCalledAgainAndEndsNothing() throws IOException, InterruptedException {
        try (TestCluster cluster = new TestCluster(folder, 0);
                Informers informers = new Informers(cluster.api(), timer)) {
            AtomicInteger failures = new AtomicInteger(3);
            Set<String> heard = ConcurrentHashMap.newKeySet();
            Informer<PersistentVolumeClaim> claims = informers.of(Kinds.CLAIMS);
            claims.addEventHandler((_, now) -> {
                if (now != null && now.meta().name().equals("bad") && failures.getAndDecrement() > 0) {
                    throw new IllegalStateException("broken");
                }
                heard.add(now == null ? "-" : now.meta().name());
            });
            cluster.claim("bad");
            informers.start();
            claims.awaitSynced();
            cluster.claim("good");
            await().until(() -> heard.contains("good"));
            await().until(() -> heard.contains("bad"));
        }
    }

    @Test
    void anObjectThatCannotBeReadDoesNotEndTheInformer() throws IOException, InterruptedException {
        AtomicBoolean broken = new AtomicBoolean(true);
        Kind<PersistentVolumeClaim> fragile =
                new Kind<>("", "v1", "persistentvolumeclaims", "PersistentVolumeClaim", true, object -> {
                    PersistentVolumeClaim claim = PersistentVolumeClaim.read(object);
                    if (broken.get() && claim.meta().name().equals("bad")) {
                        throw new IllegalStateException("broken");
                    }
                    return claim;
                });
        try (TestCluster cluster = new TestCluster(folder, 0);
                Informers informers = new Informers(cluster.api(), timer)) {
            Informer<PersistentVolumeClaim> claims = informers.of(fragile);
            informers.start();
            claims.awaitSynced();
            PersistentVolumeClaim bad = cluster.claim("bad");
            PersistentVolumeClaim good = cluster.claim("good");
            broken.set(false);
            await().until(() -> claims.find(bad.key()).isPresent()
                    && claims.find(good.key()).isPresent());
        }
    }

    @Test
    void aServerThatComesBackIsFollowedAgain() throws IOException, InterruptedException {
        int port;
        Informers informers;
        TestCluster first = new TestCluster(folder, 0);
        port = first.port();
        informers = new Informers(first.api(), timer);
        try (informers) {
            PersistentVolumeClaim gone = first.claim("gone-meanwhile");
            Informer<PersistentVolumeClaim> claims = informers.of(Kinds.CLAIMS);
            informers.start();
            claims.awaitSynced();
            // The client stays; only the server restarts.
            first.closeServer();
            try (TestCluster second = new TestCluster(folder, port)) {
                second.deleteForGood(gone);
                second.claim("new");
                await().until(() ->
                        claims.find(new NamespacedName("default", "new")).isPresent());
                // After a relist, deleted objects are removed after the others are added.
                await().until(() -> claims.find(gone.key()).isEmpty());
            }
        } finally {
            first.api().close();
        }
    }
}

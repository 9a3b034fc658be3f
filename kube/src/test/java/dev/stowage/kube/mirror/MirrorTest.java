package dev.stowage.kube.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.kube.ClusterInATest;
import dev.stowage.kube.api.Kind;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.api.Patch;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.Other;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MirrorTest {
    private static final Kind<Other> CRDS = new Kind<>(
            "apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", false, Other::read);
    private static final Kind<Other> BOATS = new Kind<>("example.com", "v1", "boats", "Boat", true, Other::read);

    @TempDir
    private Path folder;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    @AfterEach
    void close() {
        timer.shutdownNow();
    }

    @Test
    void everythingThatIsAndBecomesIsSeen() throws IOException, InterruptedException {
        try (ClusterInATest cluster = new ClusterInATest(folder, 0);
                Mirrors mirrors = new Mirrors(cluster.api(), timer)) {
            cluster.claim("before");
            Mirror<Claim> claims = mirrors.of(Kinds.CLAIMS);
            Index<Claim> byNamespace =
                    claims.index(claim -> List.of(claim.meta().namespace()));
            mirrors.start();
            claims.awaitSynced();
            assertThat(claims.find(new Key("default", "before"))).isPresent();
            Claim after = cluster.claim("after");
            await().until(() -> byNamespace.get("default").size() == 2);
            cluster.api().patch(Kinds.CLAIMS, "default", "after", Patch.merge(ClusterInATest.json("""
                    {"metadata": {"annotations": {"a": "b"}}}""")));
            await().until(() -> claims.find(after.key())
                    .filter(claim -> claim.meta().annotation("a").equals("b"))
                    .isPresent());
            cluster.deleteForGood(after);
            await().until(() -> claims.find(after.key()).isEmpty());
            assertThat(mirrors.of(Kinds.CLAIMS)).isSameAs(claims);
        }
    }

    @Test
    void whatIsWrittenHereIsSeenHereAtOnce() throws IOException, InterruptedException {
        try (ClusterInATest cluster = new ClusterInATest(folder, 0);
                Mirrors mirrors = new Mirrors(cluster.api(), timer)) {
            Mirror<Claim> claims = mirrors.of(Kinds.CLAIMS);
            mirrors.start();
            claims.awaitSynced();
            for (int i = 0; i < 50; i++) {
                Claim made = claims.create("default", ClusterInATest.json("""
                        {"metadata": {"name": "c%d"}, "spec": {"accessModes": ["ReadWriteOnce"],
                         "resources": {"requests": {"storage": "1Gi"}}}}""".formatted(i)));
                assertThat(claims.find(made.key())).contains(made);
                Claim held = claims.patch(made, Patch.addFinalizer(made, "example.com/hold"));
                assertThat(claims.find(made.key())).contains(held);
            }
        }
    }

    @Test
    void whatIsLetGoHereIsGoneHereAtOnce() throws IOException, InterruptedException {
        try (ClusterInATest cluster = new ClusterInATest(folder, 0);
                Mirrors mirrors = new Mirrors(cluster.api(), timer)) {
            Mirror<Claim> claims = mirrors.of(Kinds.CLAIMS);
            mirrors.start();
            claims.awaitSynced();
            Claim made = cluster.claim("c");
            claims.delete(made);
            Claim going = claims.fetch(made.key()).orElseThrow();
            assertThat(going.meta().finalizers()).hasSize(1);
            claims.patch(
                    going,
                    Patch.removeFinalizer(going, going.meta().finalizers().getFirst()));
            assertThat(claims.find(made.key())).isEmpty();
        }
    }

    @Test
    void aResourceThatIsNotThereYetIsWaitedFor() throws IOException, InterruptedException {
        try (ClusterInATest cluster = new ClusterInATest(folder, 0);
                Mirrors mirrors = new Mirrors(cluster.api(), timer)) {
            Mirror<Other> boats = mirrors.of(BOATS);
            Mirror<Claim> claims = mirrors.of(Kinds.CLAIMS);
            mirrors.start();
            claims.awaitSynced();
            assertThat(boats.isSynced()).isFalse();
            cluster.api().create(CRDS, "", ClusterInATest.json("""
                    {"metadata": {"name": "boats.example.com"}, "spec": {"group": "example.com", "scope": "Namespaced",
                     "names": {"plural": "boats", "singular": "boat", "kind": "Boat", "listKind": "BoatList"},
                     "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema":
                       {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}]}}"""));
            boats.awaitSynced();
            cluster.api().create(BOATS, "default", ClusterInATest.json("{\"metadata\": {\"name\": \"b\"}}"));
            await().until(() -> boats.find(new Key("default", "b")).isPresent());
        }
    }

    @Test
    void aServerThatComesBackIsFollowedAgain() throws IOException, InterruptedException {
        int port;
        Mirrors mirrors;
        ClusterInATest first = new ClusterInATest(folder, 0);
        port = first.port();
        mirrors = new Mirrors(first.api(), timer);
        try (mirrors) {
            Claim gone = first.claim("gone-meanwhile");
            Mirror<Claim> claims = mirrors.of(Kinds.CLAIMS);
            mirrors.start();
            claims.awaitSynced();
            // The client stays: what restarts is the server.
            first.closeServer();
            try (ClusterInATest second = new ClusterInATest(folder, port)) {
                second.deleteForGood(gone);
                second.claim("new");
                await().until(() -> claims.find(new Key("default", "new")).isPresent());
                // When all was read anew, what is gone goes after the others have come.
                await().until(() -> claims.find(gone.key()).isEmpty());
            }
        } finally {
            first.api().close();
        }
    }
}

package dev.stowage.node.podworker;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.model.Kinds;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.staticpod.StaticPods;
import dev.stowage.node.testing.ApiServerFixture;
import dev.stowage.node.testing.MountFixture;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Pods in files, with a real API server.
class StaticPodTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final String NAME = "web-" + ApiServerFixture.NODE;

    @RegisterExtension
    final MountFixture folder = new MountFixture();

    private PodWorkerFixture fixture;
    private Path manifests;
    private @Nullable PodWorker worker;

    @BeforeEach
    void begin() throws IOException, InterruptedException {
        fixture = new PodWorkerFixture(folder);
        manifests = folder.directory("manifests");
        fixture.apiServer.create(Kinds.NODES, "", "{\"metadata\":{\"name\":\"" + ApiServerFixture.NODE + "\"}}");
    }

    @AfterEach
    void end() throws IOException {
        fixture.close();
    }

    private void run() throws InterruptedException {
        worker =
                fixture.begin(fixture.runtime, StaticPods.in(manifests, ApiServerFixture.NODE, InstantSource.system()));
    }

    private Path write(String file, String command) throws IOException {
        Path next = Files.writeString(folder.path().resolve("next"), """
                apiVersion: v1
                kind: Pod
                metadata: {name: web}
                spec:
                  terminationGracePeriodSeconds: 1
                  containers: [{name: c, image: i, command: [%s]}]
                """.formatted(command));
        return Files.move(next, manifests.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }

    private JsonNode mirror() throws IOException, InterruptedException {
        return fixture.apiServer.api().get(NodePod.KIND, "default", NAME);
    }

    @Test
    void aPodInAFileRunsAndHasAMirrorWithItsStatus() throws Exception {
        write("web.yaml", "one");
        run();

        fixture.awaitReady(NAME);
        JsonNode meta = mirror().path("metadata");
        String hash = meta.at("/annotations/kubernetes.io~1config.mirror").asText();
        assertThat(meta.at("/annotations/kubernetes.io~1config.hash").asText()).isEqualTo(hash);
        assertThat(meta.at("/annotations/kubernetes.io~1config.source").asText())
                .isEqualTo("file");
        assertThat(meta.at("/ownerReferences/0/kind").asText()).isEqualTo("Node");
        assertThat(meta.path("uid").asText()).isNotEqualTo(hash);
        assertThat(fixture.runtime.pods())
                .singleElement()
                .satisfies(pod -> assertThat(pod.uid()).isEqualTo(hash));
        assertThat(requireNonNull(worker).pod("default", NAME))
                .hasValueSatisfying(pod -> assertThat(requireNonNull(worker).container(pod.uid(), "c", false))
                        .isPresent());
        assertThat(requireNonNull(worker).pods()).hasSize(1);
    }

    @Test
    void aDeletedMirrorIsRecreatedAndThePodKeepsRunning() throws Exception {
        write("web.yaml", "one");
        run();
        fixture.awaitReady(NAME);
        String before = mirror().at("/metadata/uid").asText();

        fixture.delete(NodePod.read(mirror()), 30);

        await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> !mirror().at("/metadata/uid").asText().equals(before));
        fixture.awaitReady(NAME);
        assertThat(fixture.runtime.calls()).containsOnlyOnce("start c/0").noneMatch(call -> call.startsWith("stop"));
    }

    @Test
    void aPodEndsWithItsFileAndItsMirrorAfterIt() throws Exception {
        run();
        Path file = write("web.yaml", "one");
        fixture.awaitReady(NAME);

        Files.delete(file);

        fixture.awaitGone(NAME);
        assertThat(fixture.runtime.calls()).containsSequence("stop c", "removePod " + NAME);
        assertThat(fixture.runtime.pods()).isEmpty();
    }

    @Test
    void aChangedFileReplacesThePodWhenTheOneBeforeHasEnded() throws Exception {
        write("web.yaml", "one");
        run();
        fixture.awaitReady(NAME);
        String before = mirror().at("/metadata/uid").asText();

        write("web.yaml", "two");

        await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> !mirror().at("/metadata/uid").asText().equals(before));
        fixture.awaitReady(NAME);
        assertThat(fixture.runtime.calls())
                .containsSubsequence("start c/0", "stop c", "removePod " + NAME, "start c/0");
        assertThat(fixture.runtime.plans().getLast().command()).containsExactly("two");
    }

    @Test
    void aFileThatBecomesInvalidKeepsItsPodAndOthersAreIgnored() throws Exception {
        write("web.yaml", "one");
        write(".hidden.yaml", "hidden");
        Files.writeString(manifests.resolve("notes.txt"), "not a pod");
        run();
        fixture.awaitReady(NAME);

        Files.writeString(manifests.resolve("web.yaml"), "kind: [");
        Files.writeString(manifests.resolve("other.json"), """
                {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "other"},
                 "spec": {"containers": [{"name": "d", "image": "i", "command": ["x"]}]}}""");

        fixture.awaitReady("other-" + ApiServerFixture.NODE);
        assertThat(fixture.runtime.calls()).noneMatch(call -> call.startsWith("stop"));
        assertThat(fixture.runtime.pods()).hasSize(2);
    }

    @Test
    void aMirrorWithoutAFileIsDeletedAtTheStart() throws Exception {
        fixture.apiServer.create(NodePod.KIND, "default", """
                {"metadata": {"name": "old", "annotations": {"kubernetes.io/config.mirror": "gone"}},
                 "spec": {"nodeName": "%s", "containers": [{"name": "c", "image": "i"}]}}""".formatted(ApiServerFixture.NODE));
        run();

        fixture.awaitGone("old");
        assertThat(fixture.runtime.calls()).isEmpty();
    }

    @Test
    void aMirrorThatAFinalizerKeepsIsNotDeletedAgainAndAgain() throws Exception {
        fixture.apiServer.create(NodePod.KIND, "default", """
                {"metadata": {"name": "old", "annotations": {"kubernetes.io/config.mirror": "gone"},
                              "finalizers": ["example.com/kept"]},
                 "spec": {"nodeName": "%s", "containers": [{"name": "c", "image": "i"}]}}""".formatted(ApiServerFixture.NODE));
        run();
        await().atMost(PATIENCE)
                .until(() -> fixture.apiServer
                        .api()
                        .get(NodePod.KIND, "default", "old")
                        .path("metadata")
                        .has("deletionTimestamp"));
        // Time in which a loop would add thousands.
        write("web.yaml", "one");
        fixture.awaitReady(NAME);

        assertThat(mirrorPodsAdded()).isBetween(1.0, 100.0);
        fixture.apiServer.change(NodePod.KIND, "default", "old", "{\"metadata\": {\"finalizers\": null}}");
        fixture.awaitGone("old");
    }

    private double mirrorPodsAdded() {
        return fixture.apiServer.metrics().scrape().stream()
                .filter(snapshot -> snapshot.getMetadata().getName().equals("workqueue_adds"))
                .flatMap(snapshot -> snapshot.getDataPoints().stream())
                .filter(point -> "mirror-pods".equals(point.getLabels().get("name")))
                .mapToDouble(point -> ((CounterDataPointSnapshot) point).getValue())
                .sum();
    }
}

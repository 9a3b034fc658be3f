package dev.stowage.cli.up;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cli.up.backend.AvailableBackends;
import dev.stowage.cli.up.backend.HostCapabilities;
import dev.stowage.driver.backend.BackendKind;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.RunningComponent;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.Pod;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// `stowage up --nodes 2 --zones a,b`: pods run where their volumes are, and volumes are where their pods can run.
final class ZonedClusterTest {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String ZONE = "topology.kubernetes.io/zone";

    private Path data;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private @Nullable KubeClient client;

    @BeforeEach
    void make() throws Exception {
        assumeTrue(
                AvailableBackends.of(HostCapabilities.detect()).has(BackendKind.IMAGE),
                "volumes that move between nodes need root and loop devices");
        data = Files.createTempDirectory(Path.of("/tmp"), "zo-"); // short, because it contains sockets
    }

    private void start(String... zones) throws Exception {
        UpOptions options = new UpOptions(2, data, 0, -1).in(new Zones(List.of(zones)));
        RunningComponent up = UpProgram.open(options, Environment.ofProcess("test", (_, _) -> {}), why -> {
            throw new IllegalStateException(why);
        });
        opened.push(up);
        KubeClient api = new KubeClient(
                ClusterAccess.of(options.kubeconfig().toString(), ""), RequestLimiter.adaptive(), "test");
        client = api;
        opened.push(api);
    }

    private KubeClient api() {
        return requireNonNull(client);
    }

    private void stop() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }

    @AfterEach
    void delete() throws Exception {
        stop();
        if (data != null) {
            // Nothing below a remaining mount may be deleted.
            assertThat(Files.readAllLines(Path.of("/proc/self/mountinfo")))
                    .noneMatch(line -> line.contains(data + "/"));
            try (Stream<Path> all = Files.walk(data)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    @Test
    void aVolumeIsInTheZoneOfItsPodAndAPodInTheZoneOfItsVolume() throws Exception {
        start("a", "b");
        assertThat(node("node-1").labels()).containsEntry(ZONE, "a");
        assertThat(node("node-2").labels()).containsEntry(ZONE, "b");
        create(Kinds.STORAGE_CLASSES, "", """
                {"metadata": {"name": "waits"}, "provisioner": "disk.stowage.dev",
                 "volumeBindingMode": "WaitForFirstConsumer"}""");
        create(Kinds.STORAGE_CLASSES, "", """
                {"metadata": {"name": "now-in-a"}, "provisioner": "disk.stowage.dev", "volumeBindingMode": "Immediate",
                 "allowedTopologies": [{"matchLabelExpressions": [{"key": "%s", "values": ["a"]}]}]}""".formatted(ZONE));

        claim("late", "waits");
        claim("early", "now-in-a");
        PersistentVolume early = volume("early");
        assertThat(early.isUsableOn(node("node-1"))).isTrue();
        assertThat(early.isUsableOn(node("node-2"))).isFalse();

        pod("chooses", "late", "\"nodeSelector\": {\"%s\": \"b\"},".formatted(ZONE));
        pod("follows", "early", "");
        assertThat(running("chooses").nodeName()).isEqualTo("node-2");
        assertThat(running("follows").nodeName()).isEqualTo("node-1");
        PersistentVolume late = volume("late");
        assertThat(late.isUsableOn(node("node-2"))).isTrue();
        assertThat(late.isUsableOn(node("node-1"))).isFalse();
        assertThat(images("a")).isOne();
        assertThat(images("b")).isOne();

        deleteAll();
        assertThat(images("a") + images("b")).isZero();
    }

    @Test
    void volumesOfATimeWithoutZonesStayAccessibleFromAllNodes() throws Exception {
        start();
        assertThat(node("node-1").labels()).doesNotContainKey(ZONE);
        claim("old", "stowage-disk");
        PersistentVolume old = volume("old");
        stop();

        start("a", "b");
        assertThat(volume("old").meta().uid()).isEqualTo(old.meta().uid());
        pod("late", "old", "\"nodeSelector\": {\"%s\": \"b\"},".formatted(ZONE));
        assertThat(running("late").nodeName()).isEqualTo("node-2");
        claim("new", "stowage-disk");
        assertThat(List.of(node("node-1"), node("node-2")))
                .filteredOn(volume("new")::isUsableOn)
                .hasSize(1);
        stop();

        start(); // with the recorded zones
        assertThat(running("late").nodeName()).isEqualTo("node-2");
        deleteAll();
    }

    private void deleteAll() throws Exception {
        for (Pod pod : api().list(Kinds.PODS, "default").items()) {
            var _ = api().delete(pod, Kinds.PODS, DeleteOptions.defaults().withGracePeriod(0));
        }
        api().deleteAll(Kinds.CLAIMS, "default", DeleteOptions.defaults());
        until(
                "the end of the volumes",
                () -> api().list(Kinds.VOLUMES, "").items().isEmpty());
    }

    private void create(Kind<?> kind, String namespace, String text) throws Exception {
        ObjectNode object = (ObjectNode) Json.read(text.getBytes(UTF_8));
        var _ = api().create(kind, namespace, object);
    }

    private void claim(String name, String storageClass) throws Exception {
        create(Kinds.CLAIMS, "default", """
                {"metadata": {"name": "%s"}, "spec": {"storageClassName": "%s", "accessModes": ["ReadWriteOnce"],
                 "resources": {"requests": {"storage": "16Mi"}}}}""".formatted(name, storageClass));
    }

    private void pod(String name, String claim, String selector) throws Exception {
        create(Kinds.PODS, "default", """
                {"metadata": {"name": "%s"}, "spec": {%s "terminationGracePeriodSeconds": 0,
                 "containers": [{"name": "main", "image": "none", "command": ["sh", "-c", "echo > /data/file; sleep 1000"],
                   "volumeMounts": [{"name": "data", "mountPath": "/data"}]}],
                 "volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "%s"}}]}}""".formatted(name, selector, claim));
    }

    private ObjectMeta node(String name) throws Exception {
        return api().find(Kinds.NODES, "", name).orElseThrow().meta();
    }

    private PersistentVolume volume(String claim) throws Exception {
        until("the volume of " + claim, () -> !volumeName(claim).isEmpty());
        return api().find(Kinds.VOLUMES, "", volumeName(claim)).orElseThrow();
    }

    private String volumeName(String claim) throws Exception {
        return api().find(Kinds.CLAIMS, "default", claim).orElseThrow().volumeName();
    }

    private Pod running(String name) throws Exception {
        until(
                "pod " + name,
                () -> api().find(Kinds.PODS, "default", name).orElseThrow().isReady());
        return api().find(Kinds.PODS, "default", name).orElseThrow();
    }

    private long images(String zone) throws Exception {
        try (Stream<Path> volumes =
                Files.list(data.resolve("zones").resolve(zone).resolve("volumes"))) {
            return volumes.count();
        }
    }

    private static void until(String what, Callable<Boolean> holds) {
        await(what).atMost(SOON).pollInterval(Duration.ofMillis(100)).until(holds);
    }
}

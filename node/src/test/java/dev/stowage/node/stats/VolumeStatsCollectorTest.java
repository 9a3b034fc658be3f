package dev.stowage.node.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.NodeGetVolumeStatsRequest;
import dev.stowage.csi.v1.NodeGetVolumeStatsResponse;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.csi.v1.VolumeUsage;
import dev.stowage.kube.model.Kinds;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.pod.PodLister;
import dev.stowage.node.podvolumes.HostVolume;
import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.podvolumes.PodVolumes;
import dev.stowage.node.runtime.RuntimeContainer;
import dev.stowage.node.testing.ApiServerFixture;
import dev.stowage.node.testing.DriverFixture;
import dev.stowage.node.testing.MountFixture;
import io.grpc.stub.StreamObserver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class VolumeStatsCollectorTest {
    @RegisterExtension
    final MountFixture mountFixture = new MountFixture();

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    private final List<NodeGetVolumeStatsRequest> asked = new CopyOnWriteArrayList<>();
    private volatile boolean hangs;
    private ApiServerFixture server;
    private DriverFixture driver;
    private VolumeStatsCollector figures;
    private NodePod pod;

    @BeforeEach
    void start() throws Exception {
        server = new ApiServerFixture(mountFixture.path());
        driver = new DriverFixture(
                mountFixture.path(),
                new Node(),
                NodeServiceCapability.RPC.Type.GET_VOLUME_STATS,
                NodeServiceCapability.RPC.Type.VOLUME_CONDITION);
        pod = server.pod(
                "web",
                "[{\"name\": \"data\", \"persistentVolumeClaim\": {\"claimName\": \"c\"}},"
                        + " {\"name\": \"scratch\", \"emptyDir\": {}}]");
        server.create(Kinds.VOLUMES, "", """
                {"metadata": {"name": "pv"},
                 "spec": {"capacity": {"storage": "2Gi"}, "accessModes": ["ReadWriteOnce"],
                          "csi": {"driver": "test.csi.example.com", "volumeHandle": "handle"}}}""");
        server.create(Kinds.CLAIMS, "default", """
                {"metadata": {"name": "c"},
                 "spec": {"accessModes": ["ReadWriteOnce"], "volumeName": "pv",
                          "resources": {"requests": {"storage": "2Gi"}}}}""");
        figures = new VolumeStatsCollector(
                server.shared(mountFixture.kubelet(), now::get), driver, new OnePod(), new TwoVolumes());
        server.informers().start();
        server.informers().of(Kinds.CLAIMS).awaitSynced();
        server.informers().of(Kinds.VOLUMES).awaitSynced();
    }

    @AfterEach
    void stop() throws Exception {
        figures.close();
        driver.close();
        server.close();
    }

    @Test
    void driversAreAskedForTheirVolumesAndTheKernelForTheOthers() throws Exception {
        Files.write(mountFixture.directory("scratch").resolve("f"), new byte[100_000]);

        List<VolumeStats> known = awaitFigures(2);

        VolumeStats data = known.getFirst();
        assertThat(data.claim()).isEqualTo("c");
        assertThat(data.capacityBytes()).isEqualTo(1000);
        assertThat(data.availableBytes()).isEqualTo(600);
        assertThat(data.inodesUsed()).isEqualTo(3);
        assertThat(data.abnormal()).isTrue();
        assertThat(asked).first().satisfies(request -> {
            assertThat(request.getVolumeId()).isEqualTo("handle");
            assertThat(request.getVolumePath()).isEqualTo("/the/mount");
        });
        VolumeStats scratch = known.getLast();
        assertThat(scratch.usedBytes()).isBetween(100_000L, 200_000L);
        assertThat(scratch.inodesUsed()).isEqualTo(2);
        assertThat(scratch.capacityBytes()).isGreaterThan(scratch.usedBytes());
    }

    @Test
    void whatIsFreshIsNotAskedAgain() throws Exception {
        awaitFigures(2);
        figures.of(pod.uid());
        assertThat(asked).hasSize(1);

        now.set(now.get().plusSeconds(16));
        figures.of(pod.uid());

        await().until(() -> asked.size() == 2);
    }

    @Test
    void aDriverThatHangsLeavesTheOthersTheirFigures() throws Exception {
        hangs = true;

        assertThat(awaitFigures(1)).extracting(VolumeStats::volume).containsExactly("scratch");
    }

    @Test
    void whatIsMountedInAFolderIsNotCountedForIt() throws Exception {
        MountFixture.assumeRoot();
        Path inner = mountFixture.directory("scratch/inner");
        Mounts.system().mount("inner", inner, "tmpfs", Set.of(), "");
        Files.write(inner.resolve("big"), new byte[1_000_000]);

        assertThat(awaitFigures(2).getLast().usedBytes()).isLessThan(500_000);
    }

    @Test
    void claimsHaveTheMetricsOfAKubelet() throws Exception {
        awaitFigures(2);

        String text = server.metrics().scrape().stream()
                .filter(snapshot -> snapshot.getMetadata().getName().startsWith("kubelet_volume_stats_"))
                .map(snapshot -> snapshot.getMetadata().getName() + " "
                        + snapshot.getDataPoints().getFirst().getLabels())
                .sorted()
                .reduce("", (all, line) -> all + line + "\n");

        assertThat(text.lines())
                .hasSize(7)
                .allMatch(line -> line.endsWith("{namespace=\"default\",persistentvolumeclaim=\"c\"}"))
                .anyMatch(line -> line.startsWith("kubelet_volume_stats_available_bytes "))
                .anyMatch(line -> line.startsWith("kubelet_volume_stats_health_status_abnormal "));
    }

    @Test
    void aPodThatIsGoneHasNoFigures() throws Exception {
        awaitFigures(2);
        pod = server.pod("another", "[]");

        figures.collect();

        assertThat(server.metrics().scrape().stream()
                        .filter(snapshot -> snapshot.getMetadata().getName().startsWith("kubelet_volume_stats_"))
                        .filter(snapshot -> !snapshot.getDataPoints().isEmpty()))
                .isEmpty();
    }

    @Test
    void anAbnormalConditionIsReportedOnThePodOnce() throws Exception {
        awaitFigures(2);
        now.set(now.get().plusSeconds(16));
        awaitFigures(2);

        await().untilAsserted(() -> assertThat(events())
                .containsOnlyOnce("Pod/web VolumeConditionAbnormal Volume data: a disk is missing"));
    }

    private List<String> events() throws Exception {
        return server.api()
                .read(Kinds.EVENTS.path("default"))
                .path("items")
                .valueStream()
                .map(event -> event.at("/involvedObject/kind").asText() + "/"
                        + event.at("/involvedObject/name").asText() + " "
                        + event.path("reason").asText() + " "
                        + event.path("message").asText())
                .toList();
    }

    private List<VolumeStats> awaitFigures(int count) throws Exception {
        mountFixture.directory("scratch");
        return await().until(() -> figures.of(pod.uid()), known -> known.size() == count);
    }

    private final class OnePod implements PodLister {
        @Override
        public Collection<NodePod> pods() {
            return List.of(pod);
        }

        @Override
        public Optional<NodePod> pod(String namespace, String name) {
            return Optional.of(pod);
        }

        @Override
        public Optional<RuntimeContainer> container(String podUid, String container, boolean previous) {
            return Optional.empty();
        }
    }

    private final class TwoVolumes implements PodVolumes {
        @Override
        public PodVolumeStatus status(String podUid) {
            return new PodVolumeStatus.Ready(Map.of(
                    "data", new HostVolume("data", Path.of("/the/mount"), false, false),
                    "scratch", new HostVolume("scratch", mountFixture.path().resolve("scratch"), false, false)));
        }

        @Override
        public void mount(NodePod told) {}

        @Override
        public void release(String podUid) {}

        @Override
        public void markPodsComplete() {}

        @Override
        public void listen(Consumer<String> listener) {}
    }

    private final class Node extends NodeGrpc.NodeImplBase {
        @Override
        public void nodeGetVolumeStats(
                NodeGetVolumeStatsRequest request, StreamObserver<NodeGetVolumeStatsResponse> response) {
            asked.add(request);
            if (hangs) {
                return;
            }
            var answer = NodeGetVolumeStatsResponse.newBuilder();
            answer.addUsageBuilder()
                    .setUnit(VolumeUsage.Unit.BYTES)
                    .setTotal(1000)
                    .setAvailable(600)
                    .setUsed(400);
            answer.addUsageBuilder()
                    .setUnit(VolumeUsage.Unit.INODES)
                    .setTotal(10)
                    .setAvailable(7)
                    .setUsed(3);
            answer.getVolumeConditionBuilder().setAbnormal(true).setMessage("a disk is missing");
            response.onNext(answer.build());
            response.onCompleted();
        }
    }
}

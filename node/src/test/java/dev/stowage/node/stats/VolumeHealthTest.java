package dev.stowage.node.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.csi.v1.NodeGetStorageHealthRequest;
import dev.stowage.csi.v1.NodeGetStorageHealthResponse;
import dev.stowage.csi.v1.NodeGetVolumeHealthRequest;
import dev.stowage.csi.v1.NodeGetVolumeHealthResponse;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodeServiceCapability.RPC;
import dev.stowage.csi.v1.StorageHealthErrorType;
import dev.stowage.csi.v1.VolumeHealthErrorType;
import dev.stowage.kube.model.Kinds;
import dev.stowage.node.testing.ApiServerFixture;
import dev.stowage.node.testing.DriverFixture;
import dev.stowage.node.testing.MountFixture;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// The health calls of CSI 1.13.
class VolumeHealthTest {
    @RegisterExtension
    final MountFixture mountFixture = new MountFixture();

    private final List<NodeGetVolumeHealthRequest> asked = new CopyOnWriteArrayList<>();
    private volatile boolean broken = true;
    private ApiServerFixture server;
    private DriverFixture driver;

    @BeforeEach
    void start() throws Exception {
        server = new ApiServerFixture(mountFixture.path());
        driver = new DriverFixture(
                mountFixture.path(),
                new Node(),
                RPC.Type.GET_VOLUME_HEALTH,
                RPC.Type.GET_STORAGE_HEALTH,
                RPC.Type.STAGE_UNSTAGE_VOLUME);
    }

    @AfterEach
    void stop() throws Exception {
        driver.close();
        server.close();
    }

    @Test
    void aVolumeIsReadWithItsPathsAlsoWithoutUsage() throws Exception {
        var target = new VolumeStatsTarget(
                "uid",
                "default",
                "data",
                "c",
                Path.of("/the/mount"),
                DriverFixture.NAME,
                "handle",
                Optional.of(Path.of("/the/stage")));
        var reader = new VolumeStatsReader(driver);

        var reading = reader.read(target, Instant.EPOCH).orElseThrow();

        assertThat(reading.reportsUsage()).isFalse();
        assertThat(reading.condition())
                .contains(new VolumeCondition(true, "DataLoss (Gone): a disk is missing; Degraded: slow"));
        assertThat(reading.stats().abnormal()).isTrue();
        assertThat(asked).singleElement().satisfies(request -> {
            assertThat(request.getVolumeId()).isEqualTo("handle");
            assertThat(request.getVolumePublishPath()).isEqualTo("/the/mount");
            assertThat(request.getStagingTargetPath()).isEqualTo("/the/stage");
        });
        broken = false;
        assertThat(reader.read(target, Instant.EPOCH).orElseThrow().condition())
                .contains(new VolumeCondition(false, ""));
    }

    @Test
    void troubleOfTheStorageIsReportedOnTheNode() throws Exception {
        var health = new HealthEvents(server.shared(mountFixture.kubelet()));
        assertThat(HealthEvents.reportsStorage(driver)).isTrue();

        health.checkStorage(driver);
        health.checkStorage(driver);
        broken = false;
        health.checkStorage(driver);

        String of = "Storage of driver " + DriverFixture.NAME + ": ";
        await().untilAsserted(() -> assertThat(events())
                .containsOnlyOnce("n1 StorageHealthAbnormal " + of + "StorageUnreachable (NoPath): no path")
                .containsOnlyOnce("n1 StorageHealthNormal " + of + "The storage is healthy again"));
    }

    private List<String> events() throws Exception {
        return server.api()
                .read(Kinds.EVENTS.path("default"))
                .path("items")
                .valueStream()
                .map(event -> event.at("/involvedObject/name").asText() + " "
                        + event.path("reason").asText() + " "
                        + event.path("message").asText())
                .toList();
    }

    private final class Node extends NodeGrpc.NodeImplBase {
        @Override
        public void nodeGetVolumeHealth(
                NodeGetVolumeHealthRequest request, StreamObserver<NodeGetVolumeHealthResponse> response) {
            asked.add(request);
            var answer = NodeGetVolumeHealthResponse.newBuilder();
            answer.getVolumeHealthBuilder().setVolumeId(request.getVolumeId());
            if (broken) {
                answer.getVolumeHealthBuilder()
                        .addHealthStatusesBuilder()
                        .setStatus(VolumeHealthErrorType.DEGRADED)
                        .setMessage("slow");
                answer.getVolumeHealthBuilder()
                        .addHealthStatusesBuilder()
                        .setStatus(VolumeHealthErrorType.DATA_LOSS)
                        .setReason("Gone")
                        .setMessage("a disk is missing");
            }
            response.onNext(answer.build());
            response.onCompleted();
        }

        @Override
        public void nodeGetStorageHealth(
                NodeGetStorageHealthRequest request, StreamObserver<NodeGetStorageHealthResponse> response) {
            var answer = NodeGetStorageHealthResponse.newBuilder();
            if (broken) {
                answer.addBackendHealthBuilder()
                        .setStatus(StorageHealthErrorType.STORAGE_UNREACHABLE)
                        .setReason("NoPath")
                        .setMessage("no path");
            }
            response.onNext(answer.build());
            response.onCompleted();
        }
    }
}

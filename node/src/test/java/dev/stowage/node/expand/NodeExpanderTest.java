package dev.stowage.node.expand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.csi.v1.NodeExpandVolumeRequest;
import dev.stowage.csi.v1.NodeExpandVolumeResponse;
import dev.stowage.csi.v1.NodeGrpc;
import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.testing.ApiServerFixture;
import dev.stowage.node.testing.DriverFixture;
import dev.stowage.node.testing.MountFixture;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class NodeExpanderTest {
    @TempDir
    static Path api = Path.of("");

    private static ApiServerFixture server;

    @RegisterExtension
    final MountFixture mountFixture = new MountFixture();

    private final List<NodeExpandVolumeRequest> asked = new CopyOnWriteArrayList<>();
    private volatile Status answer = Status.OK;
    private DriverFixture driver;
    private NodeExpander growth;
    private String name = "";
    private NodePod pod;

    @BeforeAll
    static void start() throws Exception {
        server = new ApiServerFixture(api);
        server.create(Kinds.SECRETS, "default", """
                {"metadata": {"name": "key"}, "data": {"password": "c2VjcmV0"}}""");
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @BeforeEach
    void makeVolume(TestInfo test) throws Exception {
        driver = new DriverFixture(mountFixture.path(), new Node(), NodeServiceCapability.RPC.Type.EXPAND_VOLUME);
        growth = new NodeExpander(server.shared(mountFixture.kubelet()));
        name = "v" + Integer.toHexString(test.getDisplayName().hashCode());
        pod = server.pod(name, "[]");
        server.create(Kinds.VOLUMES, "", """
                {"metadata": {"name": "%s"},
                 "spec": {"capacity": {"storage": "2Gi"}, "accessModes": ["ReadWriteOnce"],
                          "claimRef": {"namespace": "default", "name": "%s"},
                          "csi": {"driver": "test.csi.example.com", "volumeHandle": "handle",
                                  "nodeExpandSecretRef": {"namespace": "default", "name": "key"}}}}""".formatted(name, name));
        server.create(Kinds.CLAIMS, "default", """
                {"metadata": {"name": "%s"},
                 "spec": {"accessModes": ["ReadWriteOnce"], "volumeName": "%s",
                          "resources": {"requests": {"storage": "2Gi"}}}}""".formatted(name, name));
        status("\"allocatedResources\": {\"storage\": \"2Gi\"},"
                + " \"allocatedResourceStatuses\": {\"storage\": \"NodeResizePending\"},"
                + " \"conditions\": [{\"type\": \"FileSystemResizePending\", \"status\": \"True\"}]");
        growth.noteSize(volume(), claim());
    }

    @AfterEach
    void stopDriver() {
        driver.close();
    }

    @Test
    void theDriverIsAskedAndTheClaimHasTheNewSize() throws Exception {
        assertThat(growth.isDue(claim(), volume(), false)).isTrue();

        growth.expandVolume(mounted(false, false));

        assertThat(asked).singleElement().satisfies(request -> {
            assertThat(request.getVolumeId()).isEqualTo("handle");
            assertThat(request.getVolumePath()).isEqualTo("/the/mount");
            assertThat(request.getStagingTargetPath()).isEqualTo("/the/staging");
            assertThat(request.getCapacityRange().getRequiredBytes()).isEqualTo(2L << 30);
            assertThat(request.getSecretsMap()).containsEntry("password", "secret");
        });
        PersistentVolumeClaim claim = claim();
        assertThat(claim.status().capacity().text()).isEqualTo("2Gi");
        assertThat(claim.status().resize()).isEmpty();
        assertThat(claim.status().conditions()).isEmpty();
        assertThat(growth.isDue(claim, volume(), false)).isFalse();
        awaitEvent(
                "FileSystemResizeSuccessful", "MountVolume.NodeExpandVolume succeeded for volume \"" + name + "\" n1");
    }

    @Test
    void whatIsInfeasibleIsSaidAndNotTriedAgain() throws Exception {
        answer = Status.OUT_OF_RANGE.withDescription("too large");

        assertThatThrownBy(() -> growth.expandVolume(mounted(false, false)))
                .isInstanceOf(IOException.class)
                .hasMessage("NodeExpandVolume.NodeExpandVolume failed for volume \"" + name + "\" : "
                        + "Expander.NodeExpand failed to expand the volume : "
                        + "rpc error: code = OutOfRange desc = too large");

        PersistentVolumeClaim claim = claim();
        assertThat(claim.status().resize()).isEqualTo("NodeResizeInfeasible");
        assertThat(claim.status().conditions())
                .extracting(condition -> condition.type())
                .containsExactlyInAnyOrder("FileSystemResizePending", "NodeResizeError");
        assertThat(growth.isDue(claim, volume(), false)).isFalse();
        awaitEvent("VolumeResizeFailed", "NodeExpandVolume.NodeExpandVolume failed");
    }

    @Test
    void aDriverThatDoesNotAnswerIsAskedAgainAndTheClaimSaysThatItIsUnderWay() throws Exception {
        answer = Status.UNAVAILABLE;
        assertThatThrownBy(() -> growth.expandVolume(mounted(false, true)))
                .hasMessageStartingWith("MountVolume.Setup failed while expanding volume for volume \"" + name);
        assertThat(claim().status().resize()).isEqualTo("NodeResizeInProgress");

        answer = Status.OK;
        growth.expandVolume(mounted(false, true));

        assertThat(claim().status().capacity().text()).isEqualTo("2Gi");
        assertThat(asked).hasSize(2);
    }

    @Test
    void aVolumeThatCannotGrowInUseIsLeftAlone() throws Exception {
        answer = Status.FAILED_PRECONDITION;

        growth.expandVolume(mounted(false, true));

        assertThat(growth.isDue(claim(), volume(), false)).isFalse();
        growth.forget(name);
        growth.noteSize(volume(), claim());
        assertThat(growth.isDue(claim(), volume(), false)).isTrue();
    }

    @Test
    void aVolumeForReadingOnlyIsSaidToStayAsItIs() throws Exception {
        growth.expandVolume(mounted(true, false));

        assertThat(asked).isEmpty();
        assertThat(growth.isDue(claim(), volume(), true)).isFalse();
        awaitEvent("FileSystemResizeFailed", "requested read-only file system");
    }

    private MountedVolume mounted(boolean readOnly, boolean whileMounting) throws Exception {
        return new MountedVolume(
                pod,
                volume(),
                driver,
                VolumeCapability.getDefaultInstance(),
                "/the/mount",
                "/the/staging",
                readOnly,
                whileMounting);
    }

    private PersistentVolumeClaim claim() throws Exception {
        return server.api().find(Kinds.CLAIMS, "default", name).orElseThrow();
    }

    private PersistentVolume volume() throws Exception {
        return server.api().find(Kinds.VOLUMES, "", name).orElseThrow();
    }

    private void status(String more) throws Exception {
        server.changeStatus(
                Kinds.CLAIMS,
                "default",
                name,
                "{\"status\": {\"phase\": \"Bound\", \"capacity\": {\"storage\": \"1Gi\"}, " + more + "}}");
    }

    private void awaitEvent(String reason, String message) {
        await().untilAsserted(() -> {
            JsonNode events = server.api().read("/api/v1/namespaces/default/events");
            assertThat(events.path("items").valueStream()).anySatisfy(event -> {
                assertThat(event.path("reason").asText()).isEqualTo(reason);
                assertThat(event.path("involvedObject").path("name").asText()).isEqualTo(name);
                assertThat(event.path("message").asText()).contains(message);
            });
        });
    }

    private final class Node extends NodeGrpc.NodeImplBase {
        @Override
        public void nodeExpandVolume(
                NodeExpandVolumeRequest request, StreamObserver<NodeExpandVolumeResponse> response) {
            asked.add(request);
            if (answer.isOk()) {
                response.onNext(NodeExpandVolumeResponse.getDefaultInstance());
                response.onCompleted();
            } else {
                response.onError(answer.asRuntimeException());
            }
        }
    }
}

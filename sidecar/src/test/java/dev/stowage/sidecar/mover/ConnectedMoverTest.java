package dev.stowage.sidecar.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.transfer.v1alpha1.TransferGrpc;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.Volume;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeCapability.AccessMode.Mode;
import dev.stowage.driver.LocalProgram;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.mover.certificate.MoverSigner;
import dev.stowage.sidecar.mover.certificate.MoverSignerOptions;
import dev.stowage.sidecar.mover.certificate.MoverUsers;
import dev.stowage.sidecar.testing.FakeDriver;
import dev.stowage.sidecar.testing.SidecarFixture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two local drivers with their movers, the signer, and the embedded API server. The test is the binder and the
/// provisioner.
final class ConnectedMoverTest {
    private static final int SIZE = 64 << 20;
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    private final List<AutoCloseable> open = new ArrayList<>();
    private SidecarFixture cluster;

    @BeforeEach
    void openCluster() throws Exception {
        cluster = opened(new SidecarFixture(folder));
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    private <T extends AutoCloseable> T opened(T resource) {
        open.add(resource);
        return resource;
    }

    @Test
    void aVolumeArrivesOnTheOtherNodeWithEachByte() throws Exception {
        Volume made = volume(node(ModelCluster.SOURCE));
        CsiEndpoint target = node(ModelCluster.TARGET);
        Path image = image(ModelCluster.SOURCE, made.getVolumeId()).orElseThrow();
        scribble(image);
        byte[] content = Files.readAllBytes(image);
        bound(made.getVolumeId());

        create(VolumeMove.KIND, "default", """
                {'metadata': {'name': 'm'}, 'spec': {'claimName': 'data', 'targetNode': 'node-2'}}
                """);
        PersistentVolume before = persistentVolume().orElseThrow();
        await().atMost(LONG)
                .until(() -> persistentVolume()
                        .filter(now -> !now.meta().uid().equals(before.meta().uid()))
                        .isPresent());
        phaseOfBoth();
        VolumeMove moved = await().atMost(LONG)
                .until(
                        () -> cluster.api()
                                .find(VolumeMove.KIND, "default", "m")
                                .orElseThrow(),
                        move -> move.status().phase().isEnded());

        assertThat(moved.status().phase()).as(moved.status().message()).isEqualTo(MovePhase.SUCCEEDED);
        assertThat(persistentVolume()
                        .orElseThrow()
                        .nodeTerms()
                        .getFirst()
                        .labels()
                        .getFirst()
                        .values())
                .containsExactly(ModelCluster.TARGET);
        assertThat(Files.readAllBytes(
                        image(ModelCluster.TARGET, made.getVolumeId()).orElseThrow()))
                .isEqualTo(content);
        assertThat(image(ModelCluster.SOURCE, made.getVolumeId())).isEmpty();
        try (SocketClient client = SocketClient.connect(target, ClientOptions.defaults())) {
            assertThat(new RpcCopyDriver(
                                    () -> TransferGrpc.newBlockingStub(client.channel()),
                                    () -> ControllerGrpc.newBlockingStub(client.channel()))
                            .find(made.getVolumeId())
                            .orElseThrow()
                            .getGeneration())
                    .isEqualTo(1);
        }
    }

    /// A node with a driver and a mover.
    private CsiEndpoint node(String name) throws Exception {
        create(Kinds.NODES, "", MoveObjects.node(name).toString());
        patchStatus(Kinds.NODES, "", name, MoveObjects.node(name).path("status"));
        create(Kinds.CSI_NODES, "", MoveObjects.csiNode(name).toString());
        CsiEndpoint endpoint = driver(name);
        RoleContext context = cluster.shared(endpoint);
        opened(context.driver());
        opened(context.events());
        opened(context.informers());
        MoverSigner signer = opened(new MoverSigner(
                SidecarFixture.withoutDriver(context),
                MoverSignerOptions.of("default", MoverUsers.parse("", "kubernetes-admin", "default"))));
        MoverController mover = opened(new MoverController(
                context,
                new MoverOptions(
                        name,
                        "default",
                        "127.0.0.1:0",
                        "",
                        Duration.ofSeconds(20),
                        2,
                        OptionalLong.empty(),
                        new ExponentialBackoff(Duration.ofMillis(50), Duration.ofSeconds(1)))));
        context.informers().start();
        if (name.equals(ModelCluster.SOURCE)) {
            signer.start();
        }
        mover.start();
        return endpoint;
    }

    private CsiEndpoint driver(String node) throws IOException {
        Path home = Files.createDirectories(folder.resolve(node));
        CsiEndpoint endpoint = new CsiEndpoint(home.resolve("csi.sock"));
        opened(LocalProgram.open(
                List.of(
                        "--endpoint=" + endpoint,
                        "--driver-name=" + FakeDriver.NAME,
                        "--node-id=" + node,
                        "--backend=image",
                        "--pool=" + Files.createDirectories(home.resolve("pool")),
                        "--own-pool=false", // nothing is mounted
                        "--data=" + home.resolve("data")),
                UnaryOperator.identity(),
                _ -> {}));
        return endpoint;
    }

    private static Volume volume(CsiEndpoint driver) throws Exception {
        VolumeCapability.Builder capability = VolumeCapability.newBuilder();
        capability.getBlockBuilder();
        capability.getAccessModeBuilder().setMode(Mode.SINGLE_NODE_WRITER);
        var request = CreateVolumeRequest.newBuilder().setName("pv-1").addVolumeCapabilities(capability);
        request.getCapacityRangeBuilder().setRequiredBytes(SIZE);
        try (SocketClient client =
                SocketClient.connect(driver, ClientOptions.defaults().withWaitForReady(true))) {
            return ControllerGrpc.newBlockingStub(client.channel())
                    .createVolume(request.build())
                    .getVolume();
        }
    }

    /// As the pool has it; it is in no use, so nothing else reads or writes it.
    private Optional<Path> image(String node, String volume) throws IOException {
        try (var files = Files.find(
                folder.resolve(node).resolve("pool"),
                9,
                (path, file) -> file.isRegularFile()
                        && file.size() == SIZE
                        && path.toString().contains(volume)
                        && !path.toString().contains("snap"))) {
            return files.findFirst();
        }
    }

    private static void scribble(Path image) throws IOException {
        Random random = new Random(7);
        byte[] block = new byte[4096];
        try (FileChannel out = FileChannel.open(image, StandardOpenOption.WRITE)) {
            for (int i = 0; i < 2000; i++) {
                random.nextBytes(block);
                out.write(ByteBuffer.wrap(block), (long) random.nextInt(SIZE / block.length) * block.length);
            }
        }
    }

    /// A claim with its volume. The policy is Retain, so the provisioner has no finalizer on it.
    private void bound(String handle) throws Exception {
        create(Kinds.CLAIMS, "default", """
                {'metadata': {'name': 'data'}, 'spec': {'accessModes': ['ReadWriteOnce'], 'volumeName': 'pv-1',
                 'volumeMode': 'Block', 'storageClassName': 'local', 'resources': {'requests': {'storage': '64Mi'}}}}
                """);
        String uid = cluster.api()
                .find(Kinds.CLAIMS, "default", "data")
                .orElseThrow()
                .meta()
                .uid();
        ObjectNode volume = MoveObjects.volume(ModelCluster.SOURCE, uid);
        ObjectNode spec = volume.withObject("/spec");
        spec.put("persistentVolumeReclaimPolicy", "Retain").put("volumeMode", "Block");
        spec.withObject("/csi").put("volumeHandle", handle).remove(List.of("fsType", "volumeAttributes"));
        create(Kinds.VOLUMES, "", volume.toString());
        phaseOfBoth();
    }

    private void phaseOfBoth() throws Exception {
        patchStatus(Kinds.VOLUMES, "", "pv-1", MoveObjects.json("{'phase': 'Bound'}"));
        patchStatus(Kinds.CLAIMS, "default", "data", MoveObjects.json("{'phase': 'Bound'}"));
    }

    private void create(Kind<?> kind, String namespace, String json) throws Exception {
        var _ = cluster.api().create(kind, namespace, MoveObjects.json(json));
    }

    private void patchStatus(Kind<?> kind, String namespace, String name, JsonNode status) throws Exception {
        ObjectNode body = Json.object();
        body.set("status", status);
        var _ = cluster.api().patch(kind, namespace, name, Patch.merge(body).status());
    }

    private Optional<PersistentVolume> persistentVolume() throws Exception {
        return cluster.api().find(Kinds.VOLUMES, "", "pv-1");
    }
}

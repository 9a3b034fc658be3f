package dev.stowage.sidecar.mover.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import dev.stowage.csi.transfer.v1alpha1.ActivateRequest;
import dev.stowage.csi.transfer.v1alpha1.BeginReceiveRequest;
import dev.stowage.csi.transfer.v1alpha1.DeleteCopyRequest;
import dev.stowage.csi.transfer.v1alpha1.FenceRequest;
import dev.stowage.csi.transfer.v1alpha1.GetCapabilitiesRequest;
import dev.stowage.csi.transfer.v1alpha1.GetCopyRequest;
import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import dev.stowage.csi.transfer.v1alpha1.TransferGrpc.TransferBlockingStub;
import dev.stowage.csi.v1.ControllerGrpc;
import dev.stowage.csi.v1.ControllerGrpc.ControllerBlockingStub;
import dev.stowage.csi.v1.CreateSnapshotRequest;
import dev.stowage.csi.v1.DeleteSnapshotRequest;
import dev.stowage.csi.v1.DeleteVolumeRequest;
import dev.stowage.x509.CertificateAuthority;
import dev.stowage.x509.CertificateKeyPair;
import dev.stowage.x509.CertificateProfile;
import dev.stowage.x509.EcKeys;
import dev.stowage.x509.TlsContexts;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MoverServerTest {
    @TempDir
    private Path folder;

    private LinkFixture link;

    @BeforeEach
    void open() throws Exception {
        link = new LinkFixture(
                folder, new FakeSource(2, _ -> ByteString.copyFrom(new byte[FakeSource.BLOCK])), new FakeSnapshots());
    }

    @AfterEach
    void close() throws Exception {
        link.close();
    }

    private static GetCopyRequest copy(String volume) {
        return GetCopyRequest.newBuilder().setVolumeId(volume).build();
    }

    private static Status failure(Runnable call) {
        StatusRuntimeException failure = catchThrowableOfType(StatusRuntimeException.class, call::run);
        return failure == null ? Status.OK : failure.getStatus();
    }

    private static Code code(Runnable call) {
        return failure(call).getCode();
    }

    @Test
    void aMoverMayCallForAVolumeThatMovesToItsNode() throws Exception {
        TransferBlockingStub source = link.source();
        assertThat(code(() -> source.getCopy(copy(FakeSource.VOLUME)))).isEqualTo(Code.OK);
        assertThat(code(() -> source.activate(ActivateRequest.newBuilder()
                        .setVolumeId(FakeSource.VOLUME)
                        .build())))
                .isEqualTo(Code.OK);
        assertThat(code(() -> source.fence(fence(LinkFixture.TARGET_NODE)))).isEqualTo(Code.OK);
        assertThat(code(() -> source.deleteCopy(delete("")))).isEqualTo(Code.OK);
    }

    private static FenceRequest fence(String destination) {
        return FenceRequest.newBuilder()
                .setVolumeId(FakeSource.VOLUME)
                .setDestination(destination)
                .build();
    }

    private static DeleteCopyRequest delete(String snapshot) {
        return DeleteCopyRequest.newBuilder()
                .setVolumeId(FakeSource.VOLUME)
                .setSnapshotName(snapshot)
                .build();
    }

    @Test
    void otherVolumesAreDeniedWhetherTheyExistOrNot() throws Exception {
        TransferBlockingStub source = link.source();
        Status denied = failure(() -> source.getCopy(copy("another")));
        assertThat(denied.getCode()).isEqualTo(Code.PERMISSION_DENIED);
        assertThat(failure(() -> source.getCopy(copy("broken"))).getDescription())
                .isEqualTo(denied.getDescription())
                .doesNotContain("another", "broken");
        link.allowed.clear();
        assertThat(code(() -> source.getCopy(copy(FakeSource.VOLUME)))).isEqualTo(Code.PERMISSION_DENIED);
    }

    @Test
    void aVolumeIsFencedForTheNodeOfThePeerOnly() throws Exception {
        TransferBlockingStub source = link.source();
        assertThat(code(() -> source.fence(fence("node-3")))).isEqualTo(Code.PERMISSION_DENIED);
        assertThat(code(() -> source.deleteCopy(delete("nightly")))).isEqualTo(Code.PERMISSION_DENIED);
    }

    @Test
    void methodsOfTheDriverThatPeersDoNotNeedAreDenied() throws Exception {
        TransferBlockingStub source = link.source();
        ControllerBlockingStub controller = ControllerGrpc.newBlockingStub(link.channel());
        assertThat(code(() -> source.getCapabilities(GetCapabilitiesRequest.getDefaultInstance())))
                .isEqualTo(Code.PERMISSION_DENIED);
        assertThat(code(() -> source.beginReceive(BeginReceiveRequest.getDefaultInstance())))
                .isEqualTo(Code.PERMISSION_DENIED);
        assertThat(code(() -> controller.deleteVolume(DeleteVolumeRequest.newBuilder()
                        .setVolumeId(FakeSource.VOLUME)
                        .build())))
                .isEqualTo(Code.PERMISSION_DENIED);
    }

    @Test
    void onlySnapshotsOfMovesAreTakenAndSentAndDeleted() throws Exception {
        TransferBlockingStub source = link.source();
        ControllerBlockingStub controller = ControllerGrpc.newBlockingStub(link.channel());
        assertThat(code(() -> controller.createSnapshot(create("nightly")))).isEqualTo(Code.PERMISSION_DENIED);
        assertThat(code(() -> drain(source, "id-of-move-1-1", ""))).isEqualTo(Code.PERMISSION_DENIED);
        String id = controller.createSnapshot(create("move-1-1")).getSnapshot().getSnapshotId();
        assertThat(code(() -> drain(source, id, ""))).isEqualTo(Code.OK);
        assertThat(code(() -> drain(source, id, FakeSource.SNAPSHOT))).isEqualTo(Code.OK);
        assertThat(code(() -> drain(source, id, "another"))).isEqualTo(Code.PERMISSION_DENIED);
        assertThat(code(() -> controller.deleteSnapshot(deleteSnapshot("another"))))
                .isEqualTo(Code.PERMISSION_DENIED);
        assertThat(code(() -> controller.deleteSnapshot(deleteSnapshot(id)))).isEqualTo(Code.OK);
        link.allowed.clear();
        assertThat(code(() -> drain(source, id, ""))).isEqualTo(Code.PERMISSION_DENIED);
    }

    private static CreateSnapshotRequest create(String name) {
        return CreateSnapshotRequest.newBuilder()
                .setName(name)
                .setSourceVolumeId(FakeSource.VOLUME)
                .build();
    }

    private static DeleteSnapshotRequest deleteSnapshot(String id) {
        return DeleteSnapshotRequest.newBuilder().setSnapshotId(id).build();
    }

    private static void drain(TransferBlockingStub source, String snapshot, String base) {
        source.send(SendRequest.newBuilder()
                        .setSnapshotId(snapshot)
                        .setBaseSnapshotId(base)
                        .build())
                .forEachRemaining(_ -> {});
    }

    @Test
    void aRefusalOfTheDriverArrivesAndItsInternalsDoNot() throws Exception {
        link.allowed.addAll(List.of("refused", "broken"));
        TransferBlockingStub source = link.source();
        Status refusal = failure(() -> source.getCopy(copy("refused")));
        assertThat(refusal.getCode()).isEqualTo(Code.FAILED_PRECONDITION);
        assertThat(refusal.getDescription()).isEqualTo("it is in use");
        Status failure = failure(() -> source.getCopy(copy("broken")));
        assertThat(failure.getCode()).isEqualTo(Code.INTERNAL);
        assertThat(failure.getDescription()).doesNotContain("/var/lib");
    }

    @Test
    void onlyMoversOfTheAuthorityConnect() throws Exception {
        CertificateAuthority other = CertificateAuthority.create("other", Instant.now(), Duration.ofDays(1));
        link.clientTls.present(LinkFixture.keyPair(other, LinkFixture.TARGET_NODE));
        TransferBlockingStub source = link.source();
        assertThat(code(() -> source.getCopy(copy(FakeSource.VOLUME)))).isEqualTo(Code.UNAVAILABLE);
        link.clientTls.present(issued(CertificateProfile.peer("kubernetes-admin", "system:masters")));
        assertThat(code(() -> source.getCopy(copy(FakeSource.VOLUME)))).isEqualTo(Code.UNAVAILABLE);
        link.clientTls.present(LinkFixture.keyPair(link.authority, LinkFixture.TARGET_NODE));
        await().until(() -> code(() -> source.getCopy(copy(FakeSource.VOLUME))) == Code.OK);
    }

    private CertificateKeyPair issued(CertificateProfile profile) throws Exception {
        KeyPair keys = EcKeys.generate();
        return new CertificateKeyPair(
                List.of(link.authority.issue(profile, keys.getPublic(), Instant.now(), Duration.ofHours(1))),
                keys.getPrivate());
    }

    @Test
    void aServerThatIsAnotherNodeIsNotTrusted() throws Exception {
        link.serverTls.present(LinkFixture.keyPair(link.authority, "node-3"));
        TransferBlockingStub source = link.source();
        assertThat(code(() -> source.getCopy(copy(FakeSource.VOLUME)))).isEqualTo(Code.UNAVAILABLE);
    }

    @Test
    void certificatesAndAuthoritiesChangeWithoutARestart() throws Exception {
        CertificateAuthority next = CertificateAuthority.create("next", Instant.now(), Duration.ofDays(1));
        link.serverTls.trust(List.of(next.certificate()));
        link.serverTls.present(LinkFixture.keyPair(next, LinkFixture.SOURCE_NODE));
        link.clientTls.trust(List.of(link.authority.certificate(), next.certificate()));
        TransferBlockingStub source = link.source();
        assertThat(code(() -> source.getCopy(copy(FakeSource.VOLUME))))
                .as("the client still has the old certificate")
                .isEqualTo(Code.UNAVAILABLE);
        link.clientTls.present(LinkFixture.keyPair(next, LinkFixture.TARGET_NODE));
        await().until(() -> code(() -> source.getCopy(copy(FakeSource.VOLUME))) == Code.OK);
    }

    @Test
    void olderVersionsOfTlsAreRefused() throws Exception {
        var context = TlsContexts.client(
                LinkFixture.keyPair(link.authority, LinkFixture.TARGET_NODE), List.of(link.authority.certificate()));
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory()
                .createSocket(link.address().getAddress(), link.address().getPort())) {
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            assertThat(catchThrowableOfType(SSLException.class, socket::startHandshake))
                    .isNotNull();
        }
    }

    @Test
    void connectionsBeyondTheLimitAreClosed() throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                sockets.add(connect());
            }
            Socket last = connect();
            sockets.add(last);
            assertThat(isClosed(last)).isTrue();
            sockets.getFirst().close();
            await().until(() -> code(this::getCopy) == Code.OK);
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private void getCopy() {
        try {
            var _ = link.source().getCopy(copy(FakeSource.VOLUME));
        } catch (StatusRuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private Socket connect() throws IOException {
        return new Socket(link.address().getAddress(), link.address().getPort());
    }

    private static boolean isClosed(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException e) {
            return true; // a reset
        }
    }
}

package dev.stowage.sidecar.registrar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.registration.v1.InfoRequest;
import dev.stowage.csi.registration.v1.PluginInfo;
import dev.stowage.csi.registration.v1.RegistrationGrpc;
import dev.stowage.csi.registration.v1.RegistrationGrpc.RegistrationBlockingStub;
import dev.stowage.csi.registration.v1.RegistrationStatus;
import dev.stowage.kube.endpoint.PageResponse;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeDriverRegistrarTest {

    private static final String NAME = "scripted.example.com";
    private static final Duration LONG = Duration.ofMinutes(1);

    private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();

    @TempDir
    private Path dir;

    @Test
    void kubeletLearnsNameSocketAndVersion() {
        try (var nodeDriverRegistrar = started()) {
            PluginInfo info = asKubelet(kubelet -> kubelet.getInfo(InfoRequest.getDefaultInstance()));
            assertThat(info)
                    .isEqualTo(PluginInfo.newBuilder()
                            .setType("CSIPlugin")
                            .setName(NAME)
                            .setEndpoint("/var/lib/kubelet/plugins/scripted/csi.sock")
                            .addSupportedVersions("1.0.0")
                            .build());
            assertThat(nodeDriverRegistrar.leaseName()).isEmpty();
        }
    }

    @Test
    void socketIsOpenToItsOwnerOnlyAndNothingElseIsLeftInTheDirectory() throws Exception {
        try (var _ = started();
                var files = Files.list(dir)) {
            assertThat(files).containsExactly(socket());
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket())))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void socketIsRemovedAtTheEnd() {
        started().close();
        assertThat(socket()).doesNotExist();
    }

    @Test
    void successorTakesOverAndKeepsItsSocketWhenThePredecessorEnds() {
        var predecessor = started();
        try (var _ = started()) {
            predecessor.close();
            PluginInfo info = asKubelet(kubelet -> kubelet.getInfo(InfoRequest.getDefaultInstance()));
            assertThat(info.getName()).isEqualTo(NAME);
        }
    }

    @Test
    void refusalByTheKubeletEndsTheProcessWithItsReason() throws Exception {
        try (var _ = started()) {
            var refused =
                    RegistrationStatus.newBuilder().setError("version too old").build();
            asKubelet(kubelet -> kubelet.notifyRegistrationStatus(refused));
            assertThat(ends.poll(60, TimeUnit.SECONDS)).contains(NAME).endsWith("version too old");
        }
    }

    @Test
    void successEndsNothing() {
        try (var _ = started()) {
            var registered =
                    RegistrationStatus.newBuilder().setPluginRegistered(true).build();
            asKubelet(kubelet -> kubelet.notifyRegistrationStatus(registered));
            assertThat(ends).isEmpty();
        }
    }

    @Test
    void healthIsThatOfTheSocketAsTheKubeletSeesIt() throws Exception {
        try (var nodeDriverRegistrar = started()) {
            assertThat(health(nodeDriverRegistrar)).isEqualTo("200 ok");
            Files.delete(socket());
            assertThat(health(nodeDriverRegistrar)).isEqualTo("404 registration socket does not exist");
        }
    }

    @Test
    void missingDirectoryIsNamedAndNotMade() {
        Path missing = dir.resolve("missing");
        var nodeDriverRegistrar = registrar(missing);
        assertThatThrownBy(nodeDriverRegistrar::start)
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(missing.toString());
        assertThat(missing).doesNotExist();
    }

    @Test
    void fileOfAnotherKindIsLeftAlone() throws Exception {
        Files.writeString(socket(), "somebody's");
        var nodeDriverRegistrar = registrar(dir);
        assertThatThrownBy(nodeDriverRegistrar::start).hasMessageContaining("not a socket");
        assertThat(socket()).hasContent("somebody's");
    }

    private Path socket() {
        return dir.resolve(NAME + "-reg.sock");
    }

    private NodeDriverRegistrar started() {
        var nodeDriverRegistrar = registrar(dir);
        nodeDriverRegistrar.start();
        return nodeDriverRegistrar;
    }

    private NodeDriverRegistrar registrar(Path directory) {
        var options =
                new RegistrarOptions(directory, "/var/lib/kubelet/plugins/scripted/csi.sock", LONG, 0, false, false);
        return new NodeDriverRegistrar(NAME, options, ends::add);
    }

    private <A> A asKubelet(Function<RegistrationBlockingStub, A> call) {
        try (var client = SocketClient.connect(
                new CsiEndpoint(socket()),
                ClientOptions.defaults().withWaitForReady(true).withDeadline(LONG))) {
            return call.apply(RegistrationGrpc.newBlockingStub(client.channel()));
        }
    }

    private static String health(NodeDriverRegistrar nodeDriverRegistrar) throws Exception {
        PageResponse pageResponse = nodeDriverRegistrar.health().answer(Map.of());
        return pageResponse.status() + " " + new String(pageResponse.body(), StandardCharsets.UTF_8);
    }
}

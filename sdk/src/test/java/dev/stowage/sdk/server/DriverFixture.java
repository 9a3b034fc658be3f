package dev.stowage.sdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.ClientOptions;
import dev.stowage.csi.CsiEndpoint;
import dev.stowage.csi.ServerOptions;
import dev.stowage.csi.SocketClient;
import dev.stowage.csi.SocketServer;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.VolumeCapability.AccessMode.Mode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.Volumes;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A driver on a real socket, without mounts.
abstract class DriverFixture {

    @TempDir
    private Path scratch;

    CsiEndpoint endpoint = new CsiEndpoint(Path.of("/nowhere"));
    private AutoCloseable open = () -> {};

    @BeforeEach
    void place() {
        endpoint = new CsiEndpoint(scratch.resolve("csi.sock"));
    }

    @AfterEach
    void close() throws Exception {
        open.close();
    }

    /// A driver whose volume creation a test defines.
    interface Making extends Volumes {
        @Override
        default void delete(VolumeId id, Secrets secrets) throws CsiException, IOException {}
    }

    final SocketClient start(Driver driver) throws IOException {
        SocketServer server = driver.start(endpoint, ServerOptions.defaults());
        SocketClient client = SocketClient.connect(endpoint, ClientOptions.defaults());
        open = () -> {
            client.close();
            server.close();
        };
        return client;
    }

    final Driver recorded(Object part) {
        return Driver.named("test.example.com")
                .records(scratch.resolve("records"))
                .part(part);
    }

    static CreateVolumeRequest request() {
        var request = CreateVolumeRequest.newBuilder().setName("pvc-1").putSecrets("password", "hunter22");
        request.addVolumeCapabilitiesBuilder().getAccessModeBuilder().setMode(Mode.SINGLE_NODE_WRITER);
        request.getVolumeCapabilitiesBuilder(0).getMountBuilder();
        return request.build();
    }

    static Status failure(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        Throwable thrown = org.assertj.core.api.Assertions.catchThrowable(call);
        assertThat(thrown).isInstanceOf(StatusRuntimeException.class);
        return ((StatusRuntimeException) thrown).getStatus();
    }
}

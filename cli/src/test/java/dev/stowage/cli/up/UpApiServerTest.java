package dev.stowage.cli.up;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UpApiServerTest {

    @Test
    void aPortInUseIsNamedWithItsProcess(@TempDir Path data) throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            UpOptions options = new UpOptions(1, data, socket.getLocalPort(), -1);
            assertThatThrownBy(() -> UpApiServer.start(options))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cannot start the API server: port " + socket.getLocalPort()
                            + " is in use by process " + ProcessHandle.current().pid() + " (")
                    .hasMessageEndingWith("(set another one with --port, or 0 for any free port)");
        }
    }
}

package dev.stowage.cli.up.cri;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.flags.UsageException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CriPodsTest {
    @TempDir
    private Path data;

    @Test
    void aMissingSocketIsAUsageErrorThatNamesIt() {
        Path socket = data.resolve("c.sock");
        assertThatThrownBy(() -> new CriPods(socket, data).requireNoOthers())
                .isInstanceOf(UsageException.class)
                .hasMessage("flag --container-runtime-endpoint: there is no socket " + socket
                        + " (start containerd, or name the socket of your CRI runtime)");
    }

    @Test
    void aSocketWithoutARuntimeIsAnErrorThatNamesIt() throws Exception {
        Path socket = data.resolve("c.sock");
        ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(socket))
                .close();
        assertThatThrownBy(() -> new CriPods(socket, data).requireNoOthers())
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("cannot use the container runtime at " + socket)
                .hasMessageEndingWith("(does it run, and is its CRI plug-in enabled?)");
    }
}

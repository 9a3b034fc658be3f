package dev.stowage.cli.up.instance;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

final class PortHolderTest {

    @Test
    void theProcessThatListensIsFound() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(PortHolder.of(socket.getLocalPort()))
                    .hasValueSatisfying(text -> assertThat(text)
                            .startsWith("process " + ProcessHandle.current().pid() + " ("));
        }
    }

    @Test
    void onlyAListeningSocketOfThatPortCounts() {
        String table = """
                  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
                   0: 0100007F:192B 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1111 1 0
                   1: 0100007F:192B 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 2222 1 0
                   2: 0100007F:192C 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 3333 1 0
                """;
        assertThat(PortHolder.listening(table, 6443)).containsExactly("socket:[1111]");
    }
}

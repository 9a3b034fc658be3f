package dev.stowage.cli.up.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class DriverProcessTest {
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private Path folder = Path.of("/nowhere");

    @BeforeEach
    void folder() throws IOException {
        assumeTrue("root".equals(System.getProperty("user.name")), "a driver of volumes needs root");
        folder = Files.createTempDirectory(Path.of("/tmp"), "stowage-apart-");
    }

    @AfterEach
    void remove() throws IOException {
        if (Files.isDirectory(folder)) {
            try (var files = Files.walk(folder)) {
                for (Path file : files.toList().reversed()) {
                    Files.delete(file);
                }
            }
        }
    }

    @Test
    void aDriverThatIsKilledAnswersAgainAndEndsWithItsOwner() throws Exception {
        Path socket = folder.resolve("csi.sock");
        List<String> line = List.of(
                "--endpoint=unix://" + socket,
                "--node-id=here",
                "--data=" + folder.resolve("data"),
                "--backend=directory");
        ProcessHandle last;
        try (DriverProcess _ = DriverProcess.open("a driver", line, folder.resolve("driver.log"))) {
            await().atMost(LONGEST).until(() -> answers(socket));
            ProcessHandle first = child().orElseThrow();
            first.destroyForcibly();
            await().atMost(LONGEST).until(() -> !first.isAlive());
            await().atMost(LONGEST).until(() -> answers(socket));
            last = child().orElseThrow();
            assertThat(last.pid()).isNotEqualTo(first.pid());
        }
        assertThat(last.isAlive()).isFalse();
        assertThat(answers(socket)).isFalse();
    }

    private Optional<ProcessHandle> child() {
        return ProcessHandle.current().children().filter(this::isOurs).findFirst();
    }

    private boolean isOurs(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"))
                    .contains(folder.toString());
        } catch (IOException _) {
            return false;
        }
    }

    private static boolean answers(Path socket) {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return channel.connect(UnixDomainSocketAddress.of(socket));
        } catch (IOException _) {
            return false;
        }
    }
}

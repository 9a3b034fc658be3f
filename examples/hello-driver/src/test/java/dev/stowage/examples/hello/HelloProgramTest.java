package dev.stowage.examples.hello;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.flags.HelpRequestedException;
import dev.stowage.flags.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The example as a program: how it is called and how it ends.
final class HelloProgramTest {

    @TempDir
    private Path scratch;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --node-id=n                                    | flag --data is required
            --data=/tmp/x --endpoint=unix:///tmp/x.sock    | flag --node-id is required for the node service
            --data=/tmp/x --node-id=n                      | CSI_ENDPOINT is not set
            --data=/tmp/x --node-id=n --endpoint=tcp://:80 | is not a Unix socket
            --data=/tmp/x --node-id=n --services=disk      | "disk" is neither controller nor node
            --dta=/tmp/x                                   | did you mean --data?
            """)
    void aWrongCommandLineIsRefusedWithAReason(String line, String reason) {
        assertThatThrownBy(() -> new HelloCommand().run(List.of(line.split(" "))))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void helpTeachesTheFlags() {
        assertThatThrownBy(() -> new HelloCommand().run(List.of("--help")))
                .isInstanceOf(HelpRequestedException.class)
                .hasMessageContaining("--topology")
                .hasMessageContaining("hello.stowage.dev");
    }

    @Test
    void aSignalEndsItAndTakesTheSocketAway() throws Exception {
        HelloProcess hello = HelloProcess.start(scratch);
        assertThat(Files.exists(hello.socket())).isTrue();
        assertThat(hello.terminate()).as("the signal's own status").isEqualTo(128 + 15);
        assertThat(Files.exists(hello.socket())).isFalse();
    }

    @Test
    void aSecondProcessOnTheSameFolderIsTurnedAway() throws Exception {
        HelloProcess first = HelloProcess.start(scratch);
        try {
            Process second = HelloProcess.launch(scratch, scratch.resolve("other.sock"));
            assertThat(second.waitFor()).isEqualTo(1);
            assertThat(scratch.resolve("hello.log")).content().contains("in use by another process");
        } finally {
            first.kill();
        }
    }
}

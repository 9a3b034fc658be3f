package dev.stowage.linux.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class PseudoTerminalTest {
    private static final Path MULTIPLEXER = Path.of("/dev/pts/ptmx");

    @Test
    void bothEndsAreOneTerminal() throws Exception {
        assumeTrue(Files.isReadable(MULTIPLEXER), "there are no terminals for this user");
        try (PseudoTerminal terminal = PseudoTerminal.open(MULTIPLEXER)) {
            terminal.resize(132, 43);
            Path end = Path.of("/proc/" + ProcessHandle.current().pid() + "/fd/"
                    + terminal.programs().number());
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(end.toFile())
                    .start();
            assertThat(stty.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("43 132");

            terminal.write("typed\n".getBytes(StandardCharsets.UTF_8), 0, 6);
            byte[] some = new byte[100];
            StringBuilder echo = new StringBuilder();
            while (echo.indexOf("\n") < 0) { // it may arrive in several parts
                echo.append(new String(some, 0, terminal.read(some), StandardCharsets.UTF_8));
            }
            assertThat(echo).hasToString("typed\r\n");

            stty.waitFor();
            terminal.programs().close();
            assertThat(terminal.read(some)).isEqualTo(-1);
        }
    }

    @Test
    void somethingElseIsNoMultiplexer() {
        assertThatThrownBy(() -> PseudoTerminal.open(Path.of("/dev/null")))
                .hasMessageContaining("not the terminal multiplexer");
    }
}

package dev.stowage.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

final class ActivityPrinterTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void aTerminalHasOneLineThatDisappears() {
        assertThat(shown(true)).isEqualTo("\r\u001b[KReading …\r\u001b[KWriting …\r\u001b[K");
    }

    @Test
    void otherOutputHasALinePerStep() {
        assertThat(shown(false)).isEqualTo("Reading\nWriting\n");
    }

    private String shown(boolean terminal) {
        try (ActivityPrinter activity = new ActivityPrinter(new PrintStream(out, true, UTF_8), terminal)) {
            activity.show("Reading");
            activity.show("Writing");
        }
        return out.toString(UTF_8);
    }
}

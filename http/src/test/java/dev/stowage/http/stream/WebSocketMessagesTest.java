package dev.stowage.http.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/// A server that sends messages, and expects none.
final class WebSocketMessagesTest {
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

    private WebSocketConnection receiving(String hex) {
        return new WebSocketConnection(new ByteArrayInputStream(HexFormat.of().parseHex(hex)), sent);
    }

    private String sent() {
        return HexFormat.of().formatHex(sent.toByteArray());
    }

    @Test
    void aMessageOfTextIsOneFrame() throws IOException {
        WebSocketConnection connection = receiving("");

        connection.sendText("{}".getBytes(StandardCharsets.UTF_8));
        connection.sendText(new byte[300]);

        assertThat(sent()).isEqualTo("81027b7d" + "817e012c" + "00".repeat(300));
    }

    @Test
    void messagesAreSkippedAndPingsAnsweredUntilTheClientCloses() throws IOException {
        receiving("818100000000" + "41" + "898100000000" + "42" + "8a8000000000" + "888000000000" + "818100000000")
                .skipMessages();

        assertThat(sent()).isEqualTo("8a0142");
    }

    @Test
    void aClientThatIsGoneIsAnError() {
        assertThatThrownBy(receiving("818100000000" + "41")::skipMessages).isInstanceOf(EOFException.class);
    }

    @Test
    void aFrameThatIsSkippedHasALimit() {
        assertThatThrownBy(receiving("81ff0000000000010001")::skipMessages)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("larger than");
        assertThatThrownBy(receiving("89fe007e")::skipMessages).hasMessageContaining("larger than");
        assertThatThrownBy(receiving("8101")::skipMessages).hasMessageContaining("without a mask");
    }
}

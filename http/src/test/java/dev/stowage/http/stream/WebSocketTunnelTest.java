package dev.stowage.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

final class WebSocketTunnelTest {

    private static WebSocketTunnel tunnel(String hex, OutputStream out) {
        return new WebSocketTunnel(new ByteArrayInputStream(HexFormat.of().parseHex(hex)), out);
    }

    @Test
    void messagesAreOneStreamOfBytes() throws IOException {
        // "ab", a ping, nothing, "cde" in two parts, and the end.
        String sent = "828200000000" + "6162" + "898000000000" + "828000000000" + "028200000000" + "6364"
                + "808100000000" + "65" + "888000000000";
        InputStream in = tunnel(sent, OutputStream.nullOutputStream()).in();

        assertThat(in.read()).isEqualTo('a');
        assertThat(new String(in.readAllBytes(), StandardCharsets.US_ASCII)).isEqualTo("bcde");
    }

    @Test
    void eachWriteIsABinaryMessageAndTheEndIsAnnounced() throws IOException {
        var sent = new ByteArrayOutputStream();
        try (OutputStream out = tunnel("", sent).out()) {
            out.write("abc".getBytes(StandardCharsets.US_ASCII));
            out.write('d');
        }

        assertThat(HexFormat.of().formatHex(sent.toByteArray())).isEqualTo("8203616263" + "820164" + "880203e8");
    }
}

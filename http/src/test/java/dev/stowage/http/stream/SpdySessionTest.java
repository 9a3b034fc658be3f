package dev.stowage.http.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SpdySessionTest {
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

    private SpdySession session(SpdyFrames frames) {
        return new SpdySession(new ByteArrayInputStream(frames.bytes()), sent);
    }

    @Test
    void streamsAreOpenedUsedAndReset() throws IOException {
        SpdyFrames frames = new SpdyFrames()
                .open(1, "data")
                .data(1, "hello", true)
                .ping()
                .control(3, new byte[] {0, 0, 0, 1, 0, 0, 0, 5})
                .goAway();
        try (SpdySession session = session(frames)) {
            assertThat(session.next()).isEqualTo(new SpdyFrame.Opened(1, Map.of("streamtype", "data"), false));
            SpdyFrame.Data data = (SpdyFrame.Data) session.next();
            assertThat(new String(data.content(), StandardCharsets.US_ASCII)).isEqualTo("hello");
            assertThat(data.last()).isTrue();
            assertThat(session.next()).isEqualTo(new SpdyFrame.Handled());
            assertThat(HexFormat.of().formatHex(sent.toByteArray())).isEqualTo("800300060000000400000000");
            assertThat(session.next()).isEqualTo(new SpdyFrame.Reset(1));
            assertThat(session.next()).isEqualTo(new SpdyFrame.GoAway());
            assertThatThrownBy(session::next).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void aStreamIsRefusedWithAReset() throws IOException {
        try (SpdySession session = session(new SpdyFrames())) {
            session.reset(7);
        }
        assertThat(HexFormat.of().formatHex(sent.toByteArray())).isEqualTo("80030003000000080000000700000005");
    }

    @Test
    void aResetWithoutAStreamIsRefused() {
        try (SpdySession session = session(new SpdyFrames().control(3, new byte[2]))) {
            assertThatThrownBy(session::next).hasMessageContaining("incomplete frame");
        }
    }
}

package dev.stowage.http.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.http.server.UpgradedConnection;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What the frames of a hostile client may ask for.
final class StreamLimitsTest {

    private static UpgradedConnection connection(byte[] sent) {
        return new UpgradedConnection(new Socket(), new ByteArrayInputStream(sent), OutputStream.nullOutputStream());
    }

    private static void readAll(StreamChannels channels) throws IOException {
        while (channels.next() != null) {
            // Until the end.
        }
    }

    static Stream<Arguments> hostileSpdy() {
        SpdyFrames many = new SpdyFrames().open(1, "error");
        for (int i = 0; i < 20; i++) {
            many.open(3 + 2 * i, "stdin");
        }
        SpdyFrames early = new SpdyFrames().open(1, "stdin");
        for (int i = 0; i < 5; i++) {
            early.data(1, "x".repeat(1 << 20), false);
        }
        return Stream.of(
                Arguments.of("a data frame of 16 MiB", new SpdyFrames().head(1, 0xffffff), "frame of 16777215 bytes"),
                Arguments.of(
                        "a control frame of 1 MiB",
                        new SpdyFrames().head(0x80030006, 1 << 20),
                        "frame of 1048576 bytes (the limit is 65536)"),
                Arguments.of("a short SYN_STREAM", new SpdyFrames().control(1, new byte[9]), "incomplete frame"),
                Arguments.of("short HEADERS", new SpdyFrames().control(8, new byte[3]), "incomplete frame"),
                Arguments.of("bytes that are not compressed", new SpdyFrames().control(8, new byte[40]), "decompress"),
                Arguments.of("a stream of an unknown type", new SpdyFrames().open(1, "x"), "unknown type"),
                Arguments.of("many streams", many, "more than 16 streams"),
                Arguments.of("data before the streams are open", early, "waiting for client to create streams"),
                Arguments.of("half a frame", new SpdyFrames().head(1, 100), "in the middle of a frame"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostileSpdy")
    void spdyFramesHaveLimits(String what, SpdyFrames frames, String problem) {
        assertThatThrownBy(
                        () -> readAll(SpdyConnection.open(connection(frames.bytes()), Set.of(ChannelProtocol.ERROR))))
                .as(what)
                .isInstanceOf(IOException.class)
                .hasMessageContaining(problem);
    }

    /// A small block that is large when it is decompressed.
    @Test
    void compressedHeadersHaveALimit() {
        try (SpdyHeaderBlock headers = new SpdyHeaderBlock()) {
            Deflater deflater = new Deflater();
            deflater.setDictionary(SpdyHeaderBlock.dictionary());
            deflater.setInput(new byte[50_000_000]);
            byte[] block = new byte[64 << 10];
            int count = deflater.deflate(block, 0, block.length, Deflater.SYNC_FLUSH);
            deflater.end();

            assertThatThrownBy(() -> headers.read(Arrays.copyOf(block, count)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("larger than 65536 bytes");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "a frame without a mask, 8205, without a mask",
        "a message of 4 MiB and a byte, 82ff0000000000400001, larger than 4194304 bytes",
        "a length below zero, 82ffffffffffffffffff, larger than 4194304 bytes",
        "a ping of 126 bytes, 89fe007e, larger than 125",
        "a close frame in parts, 088000000000, a control frame in parts",
        "a type that is reserved, 838000000000, unknown type",
    })
    void webSocketFramesHaveLimits(String what, String hex, String problem) {
        assertThatThrownBy(() -> readAll(
                        new WebSocketConnection(connection(HexFormat.of().parseHex(hex)))))
                .as(what)
                .isInstanceOf(IOException.class)
                .hasMessageContaining(problem);
    }

    /// Each part is small.
    @Test
    void aMessageInPartsHasALimit() {
        String part = "02fe0fff00000000" + "00".repeat(0xfff);
        byte[] sent = HexFormat.of().parseHex(part.repeat(1100));

        assertThatThrownBy(() -> readAll(new WebSocketConnection(connection(sent))))
                .hasMessageContaining("larger than 4194304 bytes");
    }

    @Test
    void anEmptyMessageIsIgnored() throws IOException {
        byte[] sent = HexFormat.of().parseHex("828000000000" + "82810000000041");

        WebSocketConnection connection = new WebSocketConnection(connection(sent));

        assertThat(connection.next()).containsExactly('A');
        assertThatThrownBy(connection::next).isInstanceOf(EOFException.class);
    }
}

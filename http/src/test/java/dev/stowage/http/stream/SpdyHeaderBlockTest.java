package dev.stowage.http.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.Adler32;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

final class SpdyHeaderBlockTest {

    /// The checksum of the SPDY/3 dictionary, as every implementation computes it.
    @Test
    void theKnownWordsAreThoseOfTheProtocol() {
        var sum = new Adler32();
        sum.update(SpdyHeaderBlock.dictionary());
        assertThat(sum.getValue()).isEqualTo(0xe3c6a7c2L);
    }

    @Test
    void headersAreReadWithTheKnownWordsOneBlockAfterAnother() throws IOException {
        Deflater deflater = new Deflater();
        deflater.setDictionary(SpdyHeaderBlock.dictionary());
        try (SpdyHeaderBlock headers = new SpdyHeaderBlock()) {
            assertThat(headers.read(block(deflater, "StreamType", "stdin"))).isEqualTo(Map.of("streamtype", "stdin"));
            assertThat(headers.read(block(deflater, "streamtype", "error"))).isEqualTo(Map.of("streamtype", "error"));
        } finally {
            deflater.end();
        }
    }

    @Test
    void whatIsNotCompressedIsRefused() {
        try (SpdyHeaderBlock headers = new SpdyHeaderBlock()) {
            assertThatThrownBy(() -> headers.read(new byte[] {1, 2, 3, 4})).isInstanceOf(IOException.class);
        }
    }

    private static byte[] block(Deflater deflater, String name, String value) {
        ByteBuffer plain = ByteBuffer.allocate(100).putInt(1);
        plain.putInt(name.length()).put(name.getBytes(StandardCharsets.US_ASCII));
        plain.putInt(value.length()).put(value.getBytes(StandardCharsets.US_ASCII));
        deflater.setInput(Arrays.copyOf(plain.array(), plain.position()));
        byte[] block = new byte[500];
        int count = deflater.deflate(block, 0, block.length, Deflater.SYNC_FLUSH);
        return Arrays.copyOf(block, count);
    }
}

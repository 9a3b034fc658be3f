package dev.stowage.http.stream;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.Deflater;

/// What a client of SPDY sends, for tests.
final class SpdyFrames {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Deflater deflater = new Deflater();

    SpdyFrames() {
        deflater.setDictionary(SpdyHeaderBlock.dictionary());
    }

    byte[] bytes() {
        deflater.end();
        return out.toByteArray();
    }

    SpdyFrames open(int stream, String type) {
        byte[] block = block("streamtype", type);
        return control(
                1,
                ByteBuffer.allocate(10 + block.length)
                        .putInt(stream)
                        .putInt(0)
                        .putShort((short) 0)
                        .put(block)
                        .array());
    }

    SpdyFrames headers(int stream) {
        byte[] block = block("a", "b");
        return control(
                8,
                ByteBuffer.allocate(4 + block.length).putInt(stream).put(block).array());
    }

    SpdyFrames ping() {
        return control(6, new byte[4]);
    }

    SpdyFrames goAway() {
        return control(7, new byte[8]);
    }

    SpdyFrames control(int type, byte[] content) {
        return head(0x80030000 | type, content.length).raw(content);
    }

    SpdyFrames data(int stream, String text, boolean last) {
        byte[] content = text.getBytes(StandardCharsets.US_ASCII);
        return head(stream, (last ? 1 << 24 : 0) | content.length).raw(content);
    }

    SpdyFrames head(int first, int second) {
        return raw(ByteBuffer.allocate(8).putInt(first).putInt(second).array());
    }

    private SpdyFrames raw(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    private byte[] block(String name, String value) {
        ByteBuffer plain = ByteBuffer.allocate(200).putInt(1);
        plain.putInt(name.length()).put(name.getBytes(StandardCharsets.US_ASCII));
        plain.putInt(value.length()).put(value.getBytes(StandardCharsets.US_ASCII));
        deflater.setInput(Arrays.copyOf(plain.array(), plain.position()));
        byte[] block = new byte[500];
        return Arrays.copyOf(block, deflater.deflate(block, 0, block.length, Deflater.SYNC_FLUSH));
    }
}

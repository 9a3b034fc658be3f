package dev.stowage.http.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MessageBodyTest {

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static MessageBody body(InputStream in) throws IOException {
        return MessageBody.of(ResponseHead.read(in), in);
    }

    private static String text(MessageBody body) throws IOException {
        return new String(body.readAllBytes(), StandardCharsets.US_ASCII);
    }

    @Test
    void chunksAreJoinedAndExtensionsAndTrailersIgnored() throws Exception {
        InputStream in = stream("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "5;name=value\r\nhello\r\nA\r\n, world...\r\n0\r\nTrailer: x\r\n\r\nnext");
        MessageBody body = body(in);

        assertThat(body.isComplete()).isFalse();
        assertThat(text(body)).isEqualTo("hello, world...");
        assertThat(body.isComplete()).isTrue();
        assertThat(in.readAllBytes()).asString().isEqualTo("next");
    }

    @Test
    void aReadReturnsWhatOneChunkHas() throws Exception {
        MessageBody body =
                body(stream("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n2\r\ncd\r\n0\r\n\r\n"));

        assertThat(body.read(new byte[10], 0, 10)).isEqualTo(2);
        assertThat(body.read()).isEqualTo('c');
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "x", "+5", "ffffffffffffffffff"})
    void aChunkSizeThatIsNotANumberIsAnError(String size) throws Exception {
        MessageBody body = body(stream("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + size + "\r\n"));

        assertThatThrownBy(body::read)
                .isInstanceOf(IOException.class)
                .hasMessage("malformed HTTP response: invalid chunk size \"" + size + "\"");
    }

    @Test
    void aBodyWithALengthIsCompleteWithItsLastByte() throws Exception {
        InputStream in = stream("HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabcnext");
        MessageBody body = body(in);

        assertThat(body.readNBytes(3)).asString().isEqualTo("abc");
        assertThat(body.isComplete()).isTrue();
        assertThat(body.read()).isEqualTo(-1);
        assertThat(in.readAllBytes()).asString().isEqualTo("next");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 5\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n5\r\nabc"})
    void aBodyThatIsCutOffIsAnError(String rest) throws Exception {
        MessageBody body = body(stream("HTTP/1.1 200 OK\r\n" + rest));

        assertThatThrownBy(body::readAllBytes).isInstanceOf(EOFException.class);
    }

    @Test
    void aBodyWithoutALengthLastsUntilTheConnectionIsClosed() throws Exception {
        MessageBody body = body(stream("HTTP/1.0 200 OK\r\n\r\nabc"));

        assertThat(text(body)).isEqualTo("abc");
        assertThat(body.isComplete()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"101 Switching Protocols", "204 No Content", "304 Not Modified"})
    void someResponsesHaveNoBody(String status) throws Exception {
        assertThat(body(stream("HTTP/1.1 " + status + "\r\n\r\nnext")).isComplete())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SSH-2.0\r\n\r\n", "HTTP/1.1 2xx\r\n\r\n", "HTTP/1.1 200 OK\r\n: x\r\n\r\n"})
    void aHeadThatIsNotHttpIsAnError(String head) {
        assertThatThrownBy(() -> ResponseHead.read(stream(head))).hasMessageStartingWith("malformed HTTP response: ");
    }

    @Test
    void aHeadHasALimit() {
        String head = "HTTP/1.1 200 OK\r\nX: " + "x".repeat(64 << 10) + "\r\n\r\n";

        assertThatThrownBy(() -> ResponseHead.read(stream(head))).isInstanceOf(HeadTooLargeException.class);
    }

    @Test
    void theConnectionIsKeptUnlessTheServerClosesIt() throws Exception {
        assertThat(ResponseHead.read(stream("HTTP/1.1 200 OK\r\n\r\n")).keepsAlive())
                .isTrue();
        assertThat(ResponseHead.read(stream("HTTP/1.1 200 OK\r\nConnection: Close\r\n\r\n"))
                        .keepsAlive())
                .isFalse();
        assertThat(ResponseHead.read(stream("HTTP/1.0 200 OK\r\n\r\n")).keepsAlive())
                .isFalse();
    }
}

package dev.stowage.http.message;

import dev.stowage.testing.fuzz.FuzzTarget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/// The head and the body of a response.
public final class ResponseFuzz implements FuzzTarget {

    @Override
    public List<byte[]> seeds() {
        return FuzzTarget.texts(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\nA\r\n, world...\r\n0\r\nT: x\r\n\r\n",
                "HTTP/1.1 404 Not Found\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc",
                "HTTP/1.0 101 Switching\n\nabc",
                "HTTP/1.1 200 OK\r\n\r\nuntil close");
    }

    @Override
    public List<String> words() {
        return List.of("\r\n", "0\r\n", "ffffffffffffffff", "-1", "chunked", "Content-Length: ", "999999999999", ":");
    }

    @Override
    public void run(byte[] input) {
        InputStream in = new ByteArrayInputStream(input);
        try {
            ResponseHead head = ResponseHead.read(in);
            head.keepsAlive();
            MessageBody body = MessageBody.of(head, in);
            byte[] part = new byte[7];
            int count = body.read(part, 0, part.length);
            int total = Math.max(count, 0) + body.readAllBytes().length;
            if (total > input.length) {
                throw new AssertionError("a body of %d bytes in %d bytes".formatted(total, input.length));
            }
        } catch (IOException _) {
            // Not a response.
        }
    }
}

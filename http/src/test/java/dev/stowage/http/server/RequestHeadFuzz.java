package dev.stowage.http.server;

import dev.stowage.testing.fuzz.FuzzTarget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.List;
import java.util.Optional;

/// The head of a request, its path, its parameters and the protocols that it offers.
public final class RequestHeadFuzz implements FuzzTarget {
    private static final Socket UNUSED = new Socket();

    @Override
    public List<byte[]> seeds() {
        return FuzzTarget.texts(
                String.join(
                        "\r\n",
                        "GET /exec/ns/pod/c?command=a&command=b%20c&input=1 HTTP/1.1",
                        "Host: x",
                        "Connection: Upgrade",
                        "Upgrade: SPDY/3.1",
                        "X-Stream-Protocol-Version: v4.channel.k8s.io",
                        "",
                        ""),
                "GET /logs/?follow=false HTTP/1.1\nConnection: close\nSec-WebSocket-Protocol: v5.channel.k8s.io, v4\n\n",
                "POST /a%2Fb//c HTTP/1.0\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc");
    }

    @Override
    public List<String> words() {
        return List.of("\r\n", ": ", ",", "%", "%2F", "?", "&", "=", "HTTP/1.1", "//", "Content-Length: ", "\0", "é");
    }

    @Override
    public void run(byte[] input) {
        InputStream in = new ByteArrayInputStream(input);
        try {
            Optional<RequestHead> head = RequestHead.read(in);
            if (head.isPresent()) {
                HttpExchange exchange =
                        new HttpExchange(head.get(), List.of(), UNUSED, in, OutputStream.nullOutputStream());
                exchange.queryParameters().flag("follow");
                head.get().upgrade();
                head.get().list("sec-websocket-protocol");
                exchange.text(200, exchange.path());
            }
        } catch (IOException | HttpException _) {
            // Not a request.
        }
    }
}

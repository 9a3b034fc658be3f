package dev.stowage.node.server;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Like kubectl: streams over one WebSocket.
final class ChannelClient implements WebSocket.Listener {
    final Map<Integer, String> heard = new ConcurrentHashMap<>();
    final CompletableFuture<Integer> goodbye = new CompletableFuture<>();
    private final ByteArrayOutputStream message = new ByteArrayOutputStream();
    private @Nullable WebSocket socket;

    static ChannelClient open(HttpClient client, URI uri, String... protocols) {
        var made = new ChannelClient();
        var builder = client.newWebSocketBuilder().connectTimeout(Duration.ofSeconds(60));
        if (protocols.length == 1) {
            builder.subprotocols(protocols[0]);
        } else if (protocols.length == 2) {
            builder.subprotocols(protocols[0], protocols[1]);
        }
        made.socket = builder.buildAsync(URI.create(uri.toString().replaceFirst("^http", "ws")), made)
                .join();
        return made;
    }

    String protocol() {
        return socket().getSubprotocol();
    }

    private WebSocket socket() {
        WebSocket open = socket;
        if (open == null) {
            throw new IllegalStateException("not open");
        }
        return open;
    }

    void send(int channel, byte... content) {
        ByteBuffer bytes =
                ByteBuffer.allocate(content.length + 1).put((byte) channel).put(content);
        var _ = socket().sendBinary(bytes.flip(), true).join();
    }

    void send(int channel, String text) {
        send(channel, text.getBytes(StandardCharsets.UTF_8));
    }

    void leave() {
        socket().abort();
    }

    int awaitGoodbye() throws Exception {
        return goodbye.get(60, TimeUnit.SECONDS);
    }

    String said(int channel) {
        return heard.getOrDefault(channel, "");
    }

    @Override
    public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
        byte[] bytes = new byte[data.remaining()];
        data.get(bytes);
        message.writeBytes(bytes);
        if (last) {
            byte[] whole = message.toByteArray();
            message.reset();
            heard.merge((int) whole[0], new String(whole, 1, whole.length - 1, StandardCharsets.UTF_8), String::concat);
        }
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        goodbye.complete(code);
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        goodbye.completeExceptionally(error);
    }
}

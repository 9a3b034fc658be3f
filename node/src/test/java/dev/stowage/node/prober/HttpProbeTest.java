package dev.stowage.node.prober;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpProbeTest {
    private HttpServer server;
    private final CompletableFuture<String> header = new CompletableFuture<>();

    @BeforeEach
    void begin() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/good", exchange -> {
            header.complete(String.valueOf(exchange.getRequestHeaders().getFirst("X-Note")));
            exchange.sendResponseHeaders(204, -1);
        });
        server.createContext("/bad", exchange -> exchange.sendResponseHeaders(500, -1));
        server.start();
    }

    @AfterEach
    void end() {
        server.stop(0);
    }

    private ProbeResult ask(String path) throws InterruptedException {
        ObjectNode get = Json.object().put("path", path);
        get.putArray("httpHeaders").addObject().put("name", "X-Note").put("value", "hello");
        get.withArray("httpHeaders").addObject().put("name", "Host").put("value", "example.com");
        try (var pages = new HttpProbe()) {
            return pages.get(get, "127.0.0.1", server.getAddress().getPort(), Duration.ofSeconds(60));
        }
    }

    @Test
    void aPageIsThereOrItIsNot() throws Exception {
        assertThat(ask("/good").good()).isTrue();
        assertThat(header.join()).isEqualTo("hello");
        assertThat(ask("bad")).isEqualTo(new ProbeResult(false, "HTTP probe failed with statuscode: 500"));
        int port = server.getAddress().getPort();
        server.stop(0);
        assertThat(ask("/good").good()).as("nobody listens at " + port).isFalse();
    }
}

package dev.stowage.kube.endpoint;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The process's own web server for health, metrics and debugging. Read-only.
public final class HttpEndpoint implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(HttpEndpoint.class);

    private final HttpServer server;
    private final ExecutorService requests;

    private HttpEndpoint(HttpServer server, ExecutorService requests) {
        this.server = server;
        this.requests = requests;
    }

    /// The server accepts connections when this returns.
    public static HttpEndpoint open(ListenAddress address, Map<String, HttpPage> pages) throws IOException {
        HttpServer server;
        try {
            server = HttpServer.create(address.socket(), 0);
        } catch (IOException e) {
            throw new IOException("cannot listen on " + address + ": " + e.getMessage(), e);
        }
        ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
        server.setExecutor(requests);
        Map<String, HttpPage> known = Map.copyOf(pages);
        server.createContext("/", exchange -> serve(exchange, known));
        server.start();
        log.info(
                "Serving {} on {}.",
                String.join(", ", known.keySet().stream().sorted().toList()),
                address);
        return new HttpEndpoint(server, requests);
    }

    /// The actual port, also when port 0 was requested.
    public int port() {
        return server.getAddress().getPort();
    }

    private static void serve(HttpExchange exchange, Map<String, HttpPage> pages) throws IOException {
        try (exchange) {
            PageResponse pageResponse =
                    reply(exchange, pages.get(exchange.getRequestURI().getPath()));
            boolean bodiless = exchange.getRequestMethod().equals("HEAD");
            exchange.getResponseHeaders().set("Content-Type", pageResponse.type());
            exchange.sendResponseHeaders(pageResponse.status(), bodiless ? -1 : pageResponse.body().length);
            if (!bodiless) {
                exchange.getResponseBody().write(pageResponse.body());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static PageResponse reply(HttpExchange exchange, @Nullable HttpPage page) throws InterruptedException {
        if (page == null) {
            return PageResponse.text(404, "404 page not found\n");
        }
        switch (exchange.getRequestMethod()) {
            case "GET", "HEAD" -> {}
            default -> {
                return PageResponse.text(405, "only GET and HEAD are allowed\n");
            }
        }
        try {
            return page.answer(query(exchange.getRequestURI().getRawQuery()));
        } catch (IOException | RuntimeException e) {
            log.warn("Failed to serve {}.", exchange.getRequestURI().getPath(), e);
            return PageResponse.text(500, "internal server error\n");
        }
    }

    private static Map<String, String> query(@Nullable String raw) {
        Map<String, String> values = new HashMap<>();
        for (String pair : raw == null ? new String[0] : raw.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            String value = equals < 0 ? "" : pair.substring(equals + 1);
            values.putIfAbsent(
                    URLDecoder.decode(name, StandardCharsets.UTF_8), URLDecoder.decode(value, StandardCharsets.UTF_8));
        }
        return values;
    }

    @Override
    public void close() {
        server.stop(0);
        requests.shutdownNow();
    }
}

package dev.stowage.sidecar.program;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.ThreadLocalRandom;

/// Ports on loopback, and what is served there.
final class Ports {

    /// Below those that the kernel gives to whoever takes any: one of them may be another's before it is used here.
    private static final int LOWEST = 20_000;

    private static final int TOO_HIGH = 32_000;
    private static final int TRIES = 100;

    private Ports() {}

    static int free() throws IOException {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, TOO_HIGH);
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // Somebody's already.
            }
        }
        throw new IOException("No port is free between " + LOWEST + " and " + TOO_HIGH + ".");
    }

    /// Status and body.
    static String get(int port, String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> reply = client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                            .build(),
                    BodyHandlers.ofString());
            return reply.statusCode() + " " + reply.body();
        }
    }
}

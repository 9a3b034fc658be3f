package dev.stowage.kube.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/// A cluster over HTTP/1.1, on connections that are kept.
///
/// One request has one connection and one thread, which waits; threads are virtual and wait for nothing. That is a
/// fraction of what a client with event loops, frames and flow control costs a request, and requests are what a
/// controller does all day.
final class HttpWire implements Wire {
    private static final Duration LASTS = Duration.ZERO;
    private static final int LONGEST_REFUSAL = 1 << 20;

    private final Cluster cluster;
    private final String agent;
    private final Connections connections;

    /// @param agent how the server's logs and managed fields name us
    HttpWire(Cluster cluster, String agent) {
        this.cluster = cluster;
        this.agent = agent;
        this.connections = new Connections(cluster.server(), cluster.tls());
    }

    @Override
    public InputStream open(Ask ask) throws ApiFailure, InterruptedException {
        Answer answer = exchange(ask);
        if (answer.status() == 401) {
            drain(answer);
            cluster.refresh();
            answer = exchange(ask);
        }
        if (answer.status() >= 300) {
            throw refusal(ask, answer);
        }
        return answer.body();
    }

    private Answer exchange(Ask ask) throws ApiFailure, InterruptedException {
        Request request = request(ask);
        try {
            Connection kept = connections.kept();
            if (kept != null) {
                try {
                    return kept.exchange(request, connections);
                } catch (StaleConnection e) {
                    // The server had hung up before it could hear us.
                }
            }
            return connections.fresh().exchange(request, connections);
        } catch (IOException e) {
            if (Thread.interrupted()) {
                var interrupted = new InterruptedException(ask.method() + " " + ask.path());
                interrupted.initCause(e);
                throw interrupted;
            }
            throw ApiFailure.unanswered(ask.method() + " " + ask.path(), e);
        }
    }

    private Request request(Ask ask) {
        JsonNode body = ask.body();
        return new Request(
                ask.method(),
                ask.path(),
                ask.accept(),
                agent,
                cluster.authorization().orElse(""),
                ask.contentType(),
                body == null ? new byte[0] : Json.write(body),
                ask.timeout() == null ? LASTS : ask.timeout());
    }

    private static ApiFailure refusal(Ask ask, Answer answer) {
        String reason = "";
        String message = "";
        try (InputStream body = answer.body()) {
            JsonNode status = Json.read(body.readNBytes(LONGEST_REFUSAL));
            reason = status.path("reason").asText("");
            message = status.path("message").asText("");
        } catch (IOException e) {
            message = "the answer cannot be read: " + e.getMessage();
        }
        return new ApiFailure(
                answer.status(),
                reason,
                message.isEmpty() ? ask.method() + " " + ask.path() + " was answered " + answer.status() : message,
                answer.retryAfter());
    }

    private static void drain(Answer answer) {
        try (InputStream body = answer.body()) {
            body.skip(LONGEST_REFUSAL);
        } catch (IOException e) {
            // The second try tells what is wrong.
        }
    }

    @Override
    public void close() {
        connections.close();
    }

    @Override
    public String authority() {
        return cluster.authority();
    }
}

package dev.stowage.sim.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.ApiTransport;
import dev.stowage.sim.time.ThreadInterleaver;
import java.io.ByteArrayInputStream;
import java.io.InputStream;

/// The connection of a process to the simulated server. Other threads may run before a request takes effect and
/// again before the response arrives; both may fail.
public final class SimulatedApiTransport implements ApiTransport {
    private final SimulatedApiServer server;
    private final ThreadInterleaver interleaver;
    private final FaultInjector faultInjector;
    private final Object process;

    public SimulatedApiTransport(
            SimulatedApiServer server, ThreadInterleaver interleaver, FaultInjector faultInjector, Object process) {
        this.server = server;
        this.interleaver = interleaver;
        this.faultInjector = faultInjector;
        this.process = process;
    }

    @Override
    public InputStream open(ApiRequest apiRequest) throws ApiFailure, InterruptedException {
        RequestPath place = RequestPath.of(apiRequest.path());
        String what = apiRequest.method() + " " + apiRequest.path();
        if (place.resourceType().plural().equals("events")) {
            // Events: no decision depends on them.
            return stream(Json.object());
        }
        if (place.isWatch()) {
            String watch = "watch " + place.resourceType().plural();
            return new WatchStream(server, place, ready -> interleaver.stop(process, watch, ready));
        }
        interleaver.stop(process, what, () -> true);
        if (faultInjector.occurs()) {
            throw lost(what + " never arrived");
        }
        JsonNode answer = answer(apiRequest, place);
        InputStream in = stream(answer);
        if (!apiRequest.method().equals("GET")) {
            interleaver.stop(process, what + " (answer)", () -> true);
            if (faultInjector.occurs()) {
                throw lost("the answer to " + what + " never arrived");
            }
        }
        return in;
    }

    private static ApiFailure lost(String what) {
        return new ApiFailure(0, "Unanswered", what, null);
    }

    private static InputStream stream(JsonNode node) {
        return new ByteArrayInputStream(Json.write(node));
    }

    private JsonNode answer(ApiRequest apiRequest, RequestPath place) throws ApiFailure {
        JsonNode body = apiRequest.body() == null ? Json.object() : apiRequest.body();
        return switch (apiRequest.method()) {
            case "GET" ->
                place.name().isEmpty()
                        ? server.list(place.resourceType(), place.namespace())
                        : server.get(place.resourceType(), place.key());
            case "POST" -> server.create(place.resourceType(), place.namespace(), (ObjectNode) body);
            case "PUT" -> server.replace(place, (ObjectNode) body);
            case "PATCH" -> server.patch(place, apiRequest.contentType(), Json.write(body));
            case "DELETE" -> server.delete(place.resourceType(), place.key(), body);
            default -> throw new ApiFailure(405, "MethodNotAllowed", apiRequest.method(), null);
        };
    }

    @Override
    public void close() {}
}

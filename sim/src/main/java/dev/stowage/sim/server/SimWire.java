package dev.stowage.sim.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiTransport;
import dev.stowage.sim.time.Turns;
import java.io.ByteArrayInputStream;
import java.io.InputStream;

/// A process's way to the simulated server. Before a request takes effect, and again before the answer arrives, others
/// may have their turn; and either way may fail.
public final class SimWire implements ApiTransport {
    private final World world;
    private final Turns turns;
    private final Faults faults;
    private final Object process;

    public SimWire(World world, Turns turns, Faults faults, Object process) {
        this.world = world;
        this.turns = turns;
        this.faults = faults;
        this.process = process;
    }

    @Override
    public InputStream open(ApiRequest apiRequest) throws ApiFailure, InterruptedException {
        Place place = Place.of(apiRequest.path());
        String what = apiRequest.method() + " " + apiRequest.path();
        if (place.resource().plural().equals("events")) {
            // Nobody decides anything by them.
            return stream(Json.object());
        }
        if (place.isWatch()) {
            String watch = "watch " + place.resource().plural();
            return new WatchStream(world, place, ready -> turns.stop(process, watch, ready));
        }
        turns.stop(process, what, () -> true);
        if (faults.strikes()) {
            throw lost(what + " never arrived");
        }
        JsonNode answer = answer(apiRequest, place);
        InputStream in = stream(answer);
        if (!apiRequest.method().equals("GET")) {
            turns.stop(process, what + " (answer)", () -> true);
            if (faults.strikes()) {
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

    private JsonNode answer(ApiRequest apiRequest, Place place) throws ApiFailure {
        JsonNode body = apiRequest.body() == null ? Json.object() : apiRequest.body();
        return switch (apiRequest.method()) {
            case "GET" ->
                place.name().isEmpty()
                        ? world.list(place.resource(), place.namespace())
                        : world.get(place.resource(), place.key());
            case "POST" -> world.create(place.resource(), place.namespace(), (ObjectNode) body);
            case "PUT" -> world.replace(place, (ObjectNode) body);
            case "PATCH" -> world.patch(place, apiRequest.contentType(), Json.write(body));
            case "DELETE" -> world.delete(place.resource(), place.key(), body);
            default -> throw new ApiFailure(405, "MethodNotAllowed", apiRequest.method(), null);
        };
    }

    @Override
    public void close() {}
}

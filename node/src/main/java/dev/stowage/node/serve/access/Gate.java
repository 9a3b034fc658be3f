package dev.stowage.node.serve.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.node.place.KubeletPaths;
import dev.stowage.node.serve.http.Exchange;
import dev.stowage.node.serve.http.Refusal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/// Lets a request in when its sender is known, by certificate or by token, and the API server says that they may.
/// Thread-safe.
final class Gate {
    private static final Duration TOKEN_HOLDS = Duration.ofMinutes(2);
    private static final Duration LEAVE_HOLDS = Duration.ofMinutes(5);
    private static final Duration REFUSAL_HOLDS = Duration.ofSeconds(30);

    private final KubeClient api;
    private final String node;
    private final ClientAuthority authority;
    private final Remembered<Optional<Caller>> tokens;
    private final Remembered<Boolean> leaves;

    Gate(KubeClient api, String node, ClientAuthority authority, InstantSource clock) {
        this.api = api;
        this.node = node;
        this.authority = authority;
        this.tokens = new Remembered<>(clock);
        this.leaves = new Remembered<>(clock);
    }

    void admit(Exchange exchange) throws Refusal, InterruptedException {
        Caller caller = caller(exchange).orElseThrow(() -> new Refusal(401, "Unauthorized"));
        Asked asked = Asked.of(exchange.head().method(), exchange.path());
        if (caller.isMaster()) {
            return;
        }
        for (String part : asked.parts()) {
            if (may(caller, asked.verb(), part)) {
                return;
            }
        }
        throw new Refusal(
                403,
                "Forbidden (user=%s, verb=%s, resource=nodes, subresource(s)=[%s])%n"
                        .formatted(caller.user(), asked.verb(), String.join(" ", asked.parts())));
    }

    private Optional<Caller> caller(Exchange exchange) throws Refusal, InterruptedException {
        Optional<Caller> shown = authority.caller(exchange.certificates());
        String header = exchange.head().header("authorization");
        if (shown.isPresent() || !header.regionMatches(true, 0, "Bearer ", 0, 7)) {
            return shown;
        }
        String token = header.substring(7).strip();
        String key = KubeletPaths.digest(token); // the token itself is kept nowhere
        Optional<Optional<Caller>> known = tokens.find(key);
        if (known.isPresent()) {
            return known.get();
        }
        Optional<Caller> found = review(token);
        tokens.put(key, found, found.isPresent() ? TOKEN_HOLDS : REFUSAL_HOLDS);
        return found;
    }

    private Optional<Caller> review(String token) throws Refusal, InterruptedException {
        ObjectNode question = Json.object();
        question.putObject("metadata");
        question.putObject("spec").put("token", token);
        try {
            JsonNode status = api.create(Review.TOKEN, "", question).status();
            JsonNode user = status.path("user");
            return status.path("authenticated").asBoolean()
                    ? Optional.of(new Caller(
                            user.path("username").asText(""),
                            user.path("uid").asText(""),
                            user.path("groups")
                                    .valueStream()
                                    .map(JsonNode::asText)
                                    .toList()))
                    : Optional.empty();
        } catch (ApiFailure e) {
            throw new Refusal(500, "the API server could not be asked about a token: " + e.getMessage());
        }
    }

    private boolean may(Caller caller, String verb, String part) throws Refusal, InterruptedException {
        String key = String.join("\0", caller.user(), caller.uid(), String.join("\1", caller.groups()), verb, part);
        Optional<Boolean> known = leaves.find(key);
        if (known.isPresent()) {
            return known.get();
        }
        ObjectNode question = Json.object();
        question.putObject("metadata");
        ObjectNode spec = question.putObject("spec");
        spec.put("user", caller.user()).put("uid", caller.uid());
        caller.groups().forEach(spec.putArray("groups")::add);
        spec.putObject("resourceAttributes")
                .put("verb", verb)
                .put("version", "v1")
                .put("resource", "nodes")
                .put("subresource", part)
                .put("name", node);
        try {
            boolean allowed = api.create(Review.ACCESS, "", question)
                    .status()
                    .path("allowed")
                    .asBoolean();
            leaves.put(key, allowed, allowed ? LEAVE_HOLDS : REFUSAL_HOLDS);
            return allowed;
        } catch (ApiFailure e) {
            throw new Refusal(500, "the API server could not be asked about " + caller.user() + ": " + e.getMessage());
        }
    }
}

package dev.stowage.node.server.auth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.http.server.HttpException;
import dev.stowage.http.server.HttpExchange;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.node.layout.KubeletPaths;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/// Authenticates a request by its certificate or token, and authorizes it with the API server. Thread-safe.
public final class DelegatedAuth {
    private static final Duration TOKEN_HOLDS = Duration.ofMinutes(2);
    private static final Duration LEAVE_HOLDS = Duration.ofMinutes(5);
    private static final Duration REFUSAL_HOLDS = Duration.ofSeconds(30);

    private final KubeClient api;
    private final String node;
    private final ClientCa authority;
    private final ExpiringCache<Optional<UserInfo>> tokens;
    private final ExpiringCache<Boolean> leaves;

    public DelegatedAuth(KubeClient api, String node, ClientCa authority, InstantSource clock) {
        this.api = api;
        this.node = node;
        this.authority = authority;
        this.tokens = new ExpiringCache<>(clock);
        this.leaves = new ExpiringCache<>(clock);
    }

    public void authorize(HttpExchange exchange) throws HttpException, InterruptedException {
        UserInfo userInfo = caller(exchange).orElseThrow(() -> new HttpException(401, "Unauthorized"));
        RequestAttributes requestAttributes =
                RequestAttributes.of(exchange.head().method(), exchange.path());
        if (userInfo.isMaster()) {
            return;
        }
        for (String part : requestAttributes.parts()) {
            if (may(userInfo, requestAttributes.verb(), part)) {
                return;
            }
        }
        throw new HttpException(
                403,
                "Forbidden (user=%s, verb=%s, resource=nodes, subresource(s)=[%s])%n"
                        .formatted(
                                userInfo.user(),
                                requestAttributes.verb(),
                                String.join(" ", requestAttributes.parts())));
    }

    private Optional<UserInfo> caller(HttpExchange exchange) throws HttpException, InterruptedException {
        Optional<UserInfo> shown = authority.authenticate(exchange.certificates());
        String header = exchange.head().header("authorization");
        if (shown.isPresent() || !header.regionMatches(true, 0, "Bearer ", 0, 7)) {
            return shown;
        }
        String token = header.substring(7).strip();
        String key = KubeletPaths.digest(token); // the token itself is kept nowhere
        Optional<Optional<UserInfo>> known = tokens.find(key);
        if (known.isPresent()) {
            return known.get();
        }
        Optional<UserInfo> found = review(token);
        tokens.put(key, found, found.isPresent() ? TOKEN_HOLDS : REFUSAL_HOLDS);
        return found;
    }

    private Optional<UserInfo> review(String token) throws HttpException, InterruptedException {
        ObjectNode question = Json.object();
        question.putObject("metadata");
        question.putObject("spec").put("token", token);
        try {
            JsonNode status = api.create(AuthReview.TOKEN, "", question).status();
            JsonNode user = status.path("user");
            return status.path("authenticated").asBoolean()
                    ? Optional.of(new UserInfo(
                            user.path("username").asText(""),
                            user.path("uid").asText(""),
                            user.path("groups")
                                    .valueStream()
                                    .map(JsonNode::asText)
                                    .toList()))
                    : Optional.empty();
        } catch (ApiFailure e) {
            throw new HttpException(500, "cannot review the token with the API server: " + e.getMessage());
        }
    }

    private boolean may(UserInfo userInfo, String verb, String part) throws HttpException, InterruptedException {
        String key =
                String.join("\0", userInfo.user(), userInfo.uid(), String.join("\1", userInfo.groups()), verb, part);
        Optional<Boolean> known = leaves.find(key);
        if (known.isPresent()) {
            return known.get();
        }
        ObjectNode question = Json.object();
        question.putObject("metadata");
        ObjectNode spec = question.putObject("spec");
        spec.put("user", userInfo.user()).put("uid", userInfo.uid());
        userInfo.groups().forEach(spec.putArray("groups")::add);
        spec.putObject("resourceAttributes")
                .put("verb", verb)
                .put("version", "v1")
                .put("resource", "nodes")
                .put("subresource", part)
                .put("name", node);
        try {
            boolean allowed = api.create(AuthReview.ACCESS, "", question)
                    .status()
                    .path("allowed")
                    .asBoolean();
            leaves.put(key, allowed, allowed ? LEAVE_HOLDS : REFUSAL_HOLDS);
            return allowed;
        } catch (ApiFailure e) {
            throw new HttpException(
                    500, "cannot review the access of " + userInfo.user() + " with the API server: " + e.getMessage());
        }
    }
}

package dev.stowage.node.token;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.CsiDriver.TokenRequest;
import dev.stowage.kube.model.Kinds;
import dev.stowage.node.pod.NodePod;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Service account tokens, each bound to one pod. They are renewed when a fifth of their lifetime is left.
/// Thread-safe.
public final class TokenCache {

    private static final Logger log = LoggerFactory.getLogger(TokenCache.class);
    private static final int SPREAD_MILLIS = 10_000;

    private final KubeClient api;
    private final InstantSource clock;
    private final Map<Key, ServiceAccountToken> known = new ConcurrentHashMap<>();

    private record Key(String podUid, String account, String audience, long seconds) {}

    public TokenCache(KubeClient api, InstantSource clock) {
        this.api = api;
        this.clock = clock;
    }

    /// @param audience empty for that of the API server
    /// @param seconds the requested lifetime; 0 for the default of the server
    /// @throws IOException with a text for the user; to be retried
    public ServiceAccountToken of(NodePod pod, String audience, long seconds) throws IOException, InterruptedException {
        String account = pod.spec().path("serviceAccountName").asText("default");
        var key = new Key(pod.uid(), account, audience, seconds);
        ServiceAccountToken old = known.get(key);
        Instant now = clock.instant();
        if (old != null && !old.isOld(now, spread())) {
            return old;
        }
        try {
            ServiceAccountToken fresh = ServiceAccountToken.read(api.createSubresource(
                    Kinds.SERVICE_ACCOUNTS, pod.meta().namespace(), account, "token", request(pod, key)));
            known.values().removeIf(serviceAccountToken -> serviceAccountToken.isOver(now));
            known.put(key, fresh);
            return fresh;
        } catch (IOException e) {
            return stillGood(old, now, pod, e);
        }
    }

    private static ServiceAccountToken stillGood(
            @Nullable ServiceAccountToken old, Instant now, NodePod pod, IOException failure) throws IOException {
        if (old == null) {
            throw new IOException("failed to fetch token: " + failure.getMessage(), failure);
        }
        if (old.isOver(now)) {
            throw new IOException("token expired and refresh failed: " + failure.getMessage(), failure);
        }
        log.warn("Cannot renew a token of pod {} yet: {}", pod.shown(), failure.getMessage());
        return old;
    }

    /// The tokens for a driver that requests them for its pods, for `CsiKeys.SERVICE_ACCOUNT_TOKENS`.
    public String forDriver(NodePod pod, List<TokenRequest> requests) throws IOException, InterruptedException {
        ObjectNode all = Json.object();
        Map<String, ServiceAccountToken> tokens = new TreeMap<>();
        for (TokenRequest wish : requests) {
            tokens.put(wish.audience(), of(pod, wish.audience(), wish.seconds()));
        }
        tokens.forEach((audience, serviceAccountToken) -> all.putObject(audience)
                .put("token", serviceAccountToken.text())
                .put(
                        "expirationTimestamp",
                        DateTimeFormatter.ISO_INSTANT.format(
                                serviceAccountToken.expires().truncatedTo(ChronoUnit.SECONDS))));
        return new String(Json.write(all), StandardCharsets.UTF_8);
    }

    /// The pod is deleted, and its tokens are not valid any more.
    public void forget(String podUid) {
        known.keySet().removeIf(key -> key.podUid().equals(podUid));
    }

    private static ObjectNode request(NodePod pod, Key key) {
        ObjectNode request =
                Json.object().put("apiVersion", "authentication.k8s.io/v1").put("kind", "TokenRequest");
        ObjectNode spec = request.putObject("spec");
        var audiences = spec.putArray("audiences");
        if (!key.audience().isEmpty()) {
            audiences.add(key.audience());
        }
        if (key.seconds() > 0) {
            spec.put("expirationSeconds", key.seconds());
        }
        spec.putObject("boundObjectRef")
                .put("apiVersion", "v1")
                .put("kind", "Pod")
                .put("name", pod.meta().name())
                .put("uid", pod.uid());
        return request;
    }

    private static Duration spread() {
        return Duration.ofMillis(ThreadLocalRandom.current().nextInt(SPREAD_MILLIS));
    }
}

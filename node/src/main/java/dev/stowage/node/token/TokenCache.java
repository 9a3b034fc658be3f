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

/// Tokens of service accounts, each good for one pod only. They are kept until a fifth of their life is
/// left.
/// Thread-safe.
public final class TokenCache {
    /// Where drivers look for theirs, among a volume's attributes or its secrets.
    public static final String FOR_DRIVERS = "csi.storage.k8s.io/serviceAccount.tokens";

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

    /// @param audience empty for the API server's own
    /// @param seconds how long it shall be good; 0 for the server's choice
    /// @throws IOException with a sentence for the user; to be tried again
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
            @Nullable ServiceAccountToken old, Instant now, NodePod pod, IOException trouble) throws IOException {
        if (old == null) {
            throw new IOException("failed to fetch token: " + trouble.getMessage(), trouble);
        }
        if (old.isOver(now)) {
            throw new IOException("token expired and refresh failed: " + trouble.getMessage(), trouble);
        }
        log.warn("A token of pod {} could not be renewed yet: {}", pod.shown(), trouble.getMessage());
        return old;
    }

    /// What a driver gets that asked for tokens of the pods it serves, to stand under [#FOR_DRIVERS].
    public String forDriver(NodePod pod, List<TokenRequest> wishes) throws IOException, InterruptedException {
        ObjectNode all = Json.object();
        Map<String, ServiceAccountToken> tokens = new TreeMap<>();
        for (TokenRequest wish : wishes) {
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

    /// The pod is gone, and the server takes its tokens no longer.
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

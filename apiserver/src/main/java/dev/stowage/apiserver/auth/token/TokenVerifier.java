package dev.stowage.apiserver.auth.token;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.auth.User;
import dev.stowage.apiserver.auth.token.Claims.Ref;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.store.Entry;
import dev.stowage.apiserver.store.Key;
import dev.stowage.apiserver.store.Store;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// Believes a token while its time runs and all that it is bound to is still there. Safe for many threads.
///
/// A signature costs a tenth of a millisecond and stays good, so it is checked once for a token; everything else is
/// looked at each time.
public final class TokenVerifier {
    /// Clocks differ by so much.
    private static final Duration LEEWAY = Duration.ofMinutes(1);

    private static final int MOST_REMEMBERED = 4096;

    private final TokenKeys keys;
    private final String issuer;
    private final List<String> ownAudiences;
    private final Store store;
    private final Clock clock;
    private final Map<String, Claims> opened = new ConcurrentHashMap<>();

    /// @param audiences of this server
    public TokenVerifier(TokenKeys keys, String issuer, List<String> audiences, Store store, Clock clock) {
        this.keys = keys;
        this.issuer = issuer;
        this.ownAudiences = List.copyOf(audiences);
        this.store = store;
        this.clock = clock;
    }

    /// @param audiences those that the token is good for, of the ones that were asked for
    public record Verified(User user, List<String> audiences) {}

    /// For a request to this server.
    public User verify(String token) throws TokenException {
        return verify(token, ownAudiences).user();
    }

    public Verified verify(String token, List<String> audiences) throws TokenException {
        Claims claims = claims(token);
        List<String> wanted = audiences.isEmpty() ? ownAudiences : audiences;
        List<String> shared =
                claims.audiences().stream().filter(wanted::contains).toList();
        if (shared.isEmpty()) {
            throw new TokenException("token audiences %s is invalid for the target audiences %s"
                    .formatted(quoted(claims.audiences()), quoted(wanted)));
        }
        Instant now = clock.instant();
        if (now.minus(LEEWAY).isAfter(claims.expires())) {
            throw new TokenException("service account token has expired");
        }
        if (now.plus(LEEWAY).isBefore(claims.issued())) {
            throw new TokenException("service account token is not valid yet");
        }
        requireBound(claims, now);
        return new Verified(user(claims), shared);
    }

    private static String quoted(List<String> words) {
        return words.stream().map(Problems::quoted).collect(Collectors.joining(" ", "[", "]"));
    }

    private Claims claims(String token) throws TokenException {
        String name = HexFormat.of().formatHex(TokenKeys.digest(token.getBytes(StandardCharsets.UTF_8)));
        Claims known = opened.get(name);
        if (known != null) {
            return known;
        }
        Claims claims = Claims.of(keys.open(token));
        if (!claims.issuer().equals(issuer)) {
            throw new TokenException("token issuer " + Problems.quoted(claims.issuer()) + " is invalid");
        }
        if (opened.size() >= MOST_REMEMBERED) {
            opened.clear();
        }
        opened.put(name, claims);
        return claims;
    }

    private void requireBound(Claims claims, Instant now) throws TokenException {
        Ref account = claims.account();
        ObjectNode found = find("serviceaccounts", claims.namespace(), account.name())
                .orElseThrow(
                        () -> new TokenException("serviceaccounts " + Problems.quoted(account.name()) + " not found"));
        String uid = Tree.text(found, "metadata", "uid");
        if (!uid.equals(account.uid())) {
            throw new TokenException(
                    "service account UID (%s) does not match claim (%s)".formatted(uid, account.uid()));
        }
        if (isLongDeleted(found, now)) {
            throw new TokenException(
                    "service account %s/%s has been deleted".formatted(claims.namespace(), account.name()));
        }
        if (claims.secret().isPresent()) {
            require("secrets", claims.namespace(), claims.secret().get(), now, "secret");
        }
        if (claims.pod().isPresent()) {
            require("pods", claims.namespace(), claims.pod().get(), now, "pod");
        } else if (claims.node().isPresent()) {
            require("nodes", "", claims.node().get(), now, "node");
        }
    }

    private void require(String resource, String namespace, Ref ref, Instant now, String word) throws TokenException {
        Optional<ObjectNode> found = find(resource, namespace, ref.name());
        if (found.isEmpty() || isLongDeleted(found.get(), now)) {
            throw new TokenException("service account token has been invalidated");
        }
        String uid = Tree.text(found.get(), "metadata", "uid");
        if (!uid.equals(ref.uid())) {
            throw new TokenException("%s UID (%s) does not match service account %s ref claim (%s)"
                    .formatted(word, uid, word, ref.uid()));
        }
    }

    private Optional<ObjectNode> find(String resource, String namespace, String name) {
        Optional<Entry> entry = store.get(new Key(resource, namespace, name));
        return entry.map(known -> Json.stored(known.value()));
    }

    private static boolean isLongDeleted(ObjectNode object, Instant now) {
        String since = Tree.text(object, "metadata", "deletionTimestamp");
        try {
            return !since.isEmpty() && Instant.parse(since).isBefore(now.minus(LEEWAY));
        } catch (DateTimeParseException _) {
            return true; // somebody is deleting it, at a time that cannot be told
        }
    }

    private static User user(Claims claims) {
        Map<String, List<String>> extra = new LinkedHashMap<>();
        if (!claims.id().isEmpty()) {
            extra.put(User.CREDENTIAL_ID, List.of("JTI=" + claims.id()));
        }
        claims.node().ifPresent(node -> {
            extra.put("authentication.kubernetes.io/node-name", List.of(node.name()));
            if (!node.uid().isEmpty()) {
                extra.put("authentication.kubernetes.io/node-uid", List.of(node.uid()));
            }
        });
        claims.pod().ifPresent(pod -> {
            extra.put("authentication.kubernetes.io/pod-name", List.of(pod.name()));
            extra.put("authentication.kubernetes.io/pod-uid", List.of(pod.uid()));
        });
        List<String> groups =
                List.of("system:serviceaccounts", "system:serviceaccounts:" + claims.namespace(), User.AUTHENTICATED);
        return new User(claims.subject(), claims.account().uid(), groups, extra);
    }
}

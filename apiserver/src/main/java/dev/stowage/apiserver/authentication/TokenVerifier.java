package dev.stowage.apiserver.authentication;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.authentication.TokenClaims.Ref;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.apiserver.storage.StoredObject;
import dev.stowage.k8s.names.CertificateKeys;
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

/// Accepts a token that has not expired and whose bound objects still exist. Safe for many threads.
///
/// Verifying a signature takes a tenth of a millisecond and its result does not change, so it is done once per
/// token; everything else is checked each time.
public final class TokenVerifier {
    /// The tolerated clock skew.
    private static final Duration LEEWAY = Duration.ofMinutes(1);

    private static final int MOST_REMEMBERED = 4096;

    private final TokenKeys keys;
    private final String issuer;
    private final List<String> ownAudiences;
    private final ObjectStore objectStore;
    private final Clock clock;
    private final Map<String, TokenClaims> opened = new ConcurrentHashMap<>();

    /// @param audiences of this server
    public TokenVerifier(TokenKeys keys, String issuer, List<String> audiences, ObjectStore objectStore, Clock clock) {
        this.keys = keys;
        this.issuer = issuer;
        this.ownAudiences = List.copyOf(audiences);
        this.objectStore = objectStore;
        this.clock = clock;
    }

    /// @param audiences those of the requested audiences for which the token is valid
    public record Verified(UserInfo userInfo, List<String> audiences) {}

    /// For a request to this server.
    public UserInfo verify(String token) throws TokenException {
        return verify(token, ownAudiences).userInfo();
    }

    public Verified verify(String token, List<String> audiences) throws TokenException {
        TokenClaims tokenClaims = claims(token);
        List<String> wanted = audiences.isEmpty() ? ownAudiences : audiences;
        List<String> shared =
                tokenClaims.audiences().stream().filter(wanted::contains).toList();
        if (shared.isEmpty()) {
            throw new TokenException("token audiences %s is invalid for the target audiences %s"
                    .formatted(quoted(tokenClaims.audiences()), quoted(wanted)));
        }
        Instant now = clock.instant();
        if (now.minus(LEEWAY).isAfter(tokenClaims.expires())) {
            throw new TokenException("service account token has expired");
        }
        if (now.plus(LEEWAY).isBefore(tokenClaims.issued())) {
            throw new TokenException("service account token is not valid yet");
        }
        requireBound(tokenClaims, now);
        return new Verified(user(tokenClaims), shared);
    }

    private static String quoted(List<String> words) {
        return words.stream().map(FieldErrors::quoted).collect(Collectors.joining(" ", "[", "]"));
    }

    private TokenClaims claims(String token) throws TokenException {
        String name = HexFormat.of().formatHex(TokenKeys.digest(token.getBytes(StandardCharsets.UTF_8)));
        TokenClaims known = opened.get(name);
        if (known != null) {
            return known;
        }
        TokenClaims tokenClaims = TokenClaims.of(keys.open(token));
        if (!tokenClaims.issuer().equals(issuer)) {
            throw new TokenException("token issuer " + FieldErrors.quoted(tokenClaims.issuer()) + " is invalid");
        }
        if (opened.size() >= MOST_REMEMBERED) {
            opened.clear();
        }
        opened.put(name, tokenClaims);
        return tokenClaims;
    }

    private void requireBound(TokenClaims tokenClaims, Instant now) throws TokenException {
        Ref account = tokenClaims.account();
        ObjectNode found = find("serviceaccounts", tokenClaims.namespace(), account.name())
                .orElseThrow(() ->
                        new TokenException("serviceaccounts " + FieldErrors.quoted(account.name()) + " not found"));
        String uid = JsonTree.text(found, "metadata", "uid");
        if (!uid.equals(account.uid())) {
            throw new TokenException(
                    "service account UID (%s) does not match claim (%s)".formatted(uid, account.uid()));
        }
        if (isLongDeleted(found, now)) {
            throw new TokenException(
                    "service account %s/%s has been deleted".formatted(tokenClaims.namespace(), account.name()));
        }
        if (tokenClaims.secret().isPresent()) {
            require("secrets", tokenClaims.namespace(), tokenClaims.secret().get(), now, "secret");
        }
        if (tokenClaims.pod().isPresent()) {
            require("pods", tokenClaims.namespace(), tokenClaims.pod().get(), now, "pod");
        } else if (tokenClaims.node().isPresent()) {
            require("nodes", "", tokenClaims.node().get(), now, "node");
        }
    }

    private void require(String resource, String namespace, Ref ref, Instant now, String word) throws TokenException {
        Optional<ObjectNode> found = find(resource, namespace, ref.name());
        if (found.isEmpty() || isLongDeleted(found.get(), now)) {
            throw new TokenException("service account token has been invalidated");
        }
        String uid = JsonTree.text(found.get(), "metadata", "uid");
        if (!uid.equals(ref.uid())) {
            throw new TokenException("%s UID (%s) does not match service account %s ref claim (%s)"
                    .formatted(word, uid, word, ref.uid()));
        }
    }

    private Optional<ObjectNode> find(String resource, String namespace, String name) {
        Optional<StoredObject> entry = objectStore.get(new ObjectKey(resource, namespace, name));
        return entry.map(known -> Json.stored(known.value()));
    }

    private static boolean isLongDeleted(ObjectNode object, Instant now) {
        String since = JsonTree.text(object, "metadata", "deletionTimestamp");
        try {
            return !since.isEmpty() && Instant.parse(since).isBefore(now.minus(LEEWAY));
        } catch (DateTimeParseException _) {
            return true; // it is being deleted, at an unknown time
        }
    }

    private static UserInfo user(TokenClaims tokenClaims) {
        Map<String, List<String>> extra = new LinkedHashMap<>();
        if (!tokenClaims.id().isEmpty()) {
            extra.put(UserInfo.CREDENTIAL_ID, List.of("JTI=" + tokenClaims.id()));
        }
        tokenClaims.node().ifPresent(node -> {
            extra.put(CertificateKeys.NODE_OF_TOKEN, List.of(node.name()));
            if (!node.uid().isEmpty()) {
                extra.put("authentication.kubernetes.io/node-uid", List.of(node.uid()));
            }
        });
        tokenClaims.pod().ifPresent(pod -> {
            extra.put("authentication.kubernetes.io/pod-name", List.of(pod.name()));
            extra.put("authentication.kubernetes.io/pod-uid", List.of(pod.uid()));
        });
        List<String> groups = List.of(
                "system:serviceaccounts", "system:serviceaccounts:" + tokenClaims.namespace(), UserInfo.AUTHENTICATED);
        return new UserInfo(tokenClaims.subject(), tokenClaims.account().uid(), groups, extra);
    }
}

package dev.stowage.apiserver.auth;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.auth.pki.Pki;
import dev.stowage.apiserver.auth.rbac.Escalation;
import dev.stowage.apiserver.auth.rbac.Grants;
import dev.stowage.apiserver.auth.token.TokenException;
import dev.stowage.apiserver.auth.token.TokenIssuer;
import dev.stowage.apiserver.auth.token.TokenKeys;
import dev.stowage.apiserver.auth.token.TokenVerifier;
import dev.stowage.apiserver.auth.token.TokenVerifier.Verified;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Reason;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Access by the server's own certificates, tokens and rules.
public final class ClusterAccess implements Access, AutoCloseable {
    /// Who signs the tokens of service accounts, and whom they are for.
    public static final String ISSUER = "https://kubernetes.default.svc.cluster.local";

    private static final List<String> AUDIENCES = List.of(ISSUER);
    private static final Logger log = LoggerFactory.getLogger(ClusterAccess.class);

    private final CertificateUsers certificates;
    private final StaticTokens tokens;
    private final TokenKeys keys;
    private final TokenVerifier verifier;
    private final TokenIssuer issuer;
    private final Grants grants;
    private final Escalation escalation;
    private final Reviews reviews;
    private final Clock clock;
    private final byte[] discovery;

    private ClusterAccess(Pki pki, StaticTokens tokens, TokenKeys keys, Store store, Clock clock, String address) {
        this.certificates = new CertificateUsers(pki.authority(), clock);
        this.tokens = tokens;
        this.keys = keys;
        this.verifier = new TokenVerifier(keys, ISSUER, AUDIENCES, store, clock);
        this.issuer = new TokenIssuer(keys, ISSUER, AUDIENCES, store, clock);
        this.grants = Grants.of(store);
        this.escalation = new Escalation(grants);
        this.reviews = new Reviews(grants);
        this.clock = clock;
        this.discovery = TokenKeys.discovery(ISSUER, address);
    }

    /// @param data where the administrator's token is kept
    /// @param more a file with more tokens
    /// @param address host and port of the server, as others see it
    public static ClusterAccess open(Path data, Pki pki, Store store, Clock clock, Optional<Path> more, String address)
            throws IOException {
        StaticTokens tokens = new StaticTokens();
        List<String> masters = List.of(User.MASTERS, User.AUTHENTICATED);
        tokens.add(StaticTokens.kept(data.resolve("admin.token")), new User("admin", "", masters, Map.of()));
        if (more.isPresent()) {
            tokens.addFile(more.get());
        }
        return new ClusterAccess(pki, tokens, new TokenKeys(pki.keys("sa")), store, clock, address);
    }

    @Override
    public User authenticate(Optional<X509Certificate> certificate, Optional<String> authorization)
            throws ApiException {
        Optional<String> bearer = authorization.flatMap(ClusterAccess::bearer);
        if (certificate.isPresent()) {
            try {
                return certificates.of(certificate.get());
            } catch (GeneralSecurityException e) {
                log.debug("A client's certificate was refused: {}", e.getMessage());
                if (bearer.isEmpty()) {
                    throw unauthorized();
                }
            }
        }
        if (bearer.isEmpty()) {
            return User.ANONYMOUS;
        }
        try {
            return verified(bearer.get(), AUDIENCES).user();
        } catch (TokenException e) {
            log.debug("A client's token was refused: {}", e.getMessage());
            throw unauthorized();
        }
    }

    private Verified verified(String token, List<String> audiences) throws TokenException {
        Optional<User> known = tokens.find(token);
        return known.isPresent()
                ? new Verified(
                        known.get(),
                        audiences.stream().filter(AUDIENCES::contains).toList())
                : verifier.verify(token, audiences);
    }

    private static Optional<String> bearer(String header) {
        String[] words = header.strip().split(" ", 3);
        return words.length >= 2 && words[0].toLowerCase(Locale.ROOT).equals("bearer") && !words[1].isEmpty()
                ? Optional.of(words[1])
                : Optional.empty();
    }

    private static ApiException unauthorized() {
        return new ApiException(Reason.UNAUTHORIZED, "Unauthorized");
    }

    @Override
    public User impersonate(User user, List<Map.Entry<String, String>> headers) throws ApiException {
        if (headers.isEmpty()) {
            return user;
        }
        Impersonation wanted = Impersonation.of(headers);
        if (wanted.isNone()) {
            return user;
        }
        for (Action action : wanted.actions()) {
            require(user, action);
        }
        return wanted.user();
    }

    @Override
    public Decision authorize(User user, Action action) {
        return grants.authorize(user, action);
    }

    @Override
    public void checkEscalation(User user, String resource, ObjectNode object, Optional<ObjectNode> old)
            throws ApiException {
        escalation.check(user, resource, object, old);
    }

    @Override
    public ObjectNode review(String kind, String namespace, ObjectNode request, User user) throws ApiException {
        return switch (kind) {
            case "SubjectAccessReview", "SelfSubjectAccessReview", "LocalSubjectAccessReview" ->
                reviews.access(kind, namespace, request, user);
            case "SelfSubjectRulesReview" -> reviews.rules(request, user);
            case "SelfSubjectReview" -> self(user);
            case "TokenReview" -> token(request);
            default -> throw new IllegalArgumentException("no review: " + kind);
        };
    }

    private ObjectNode self(User user) {
        ObjectNode answer =
                Json.object().put("kind", "SelfSubjectReview").put("apiVersion", "authentication.k8s.io/v1");
        answer.putObject("metadata")
                .put(
                        "creationTimestamp",
                        clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
        answer.putObject("status").set("userInfo", told(user));
        return answer;
    }

    private ObjectNode token(ObjectNode request) throws ApiException {
        String token = Tree.text(request, "spec", "token");
        if (token.isEmpty()) {
            throw ApiException.badRequest("token is required for TokenReview in authentication");
        }
        List<String> audiences = new ArrayList<>();
        Tree.list(request, "spec", "audiences").forEach(audience -> audiences.add(audience.asText()));
        ObjectNode answer = request.deepCopy();
        ObjectNode status = answer.putObject("status");
        try {
            Verified verified = verified(token, audiences.isEmpty() ? AUDIENCES : audiences);
            if (verified.audiences().isEmpty()) {
                throw new ApiException(Reason.INTERNAL_ERROR, "Internal error occurred: error validating audiences");
            }
            status.put("authenticated", true).set("user", told(verified.user()));
            Reviews.put(status, "audiences", verified.audiences());
        } catch (TokenException e) {
            status.putObject("user");
            status.put("error", e.getMessage());
        }
        return answer;
    }

    private static ObjectNode told(User user) {
        ObjectNode told = Json.object().put("username", user.name());
        if (!user.uid().isEmpty()) {
            told.put("uid", user.uid());
        }
        Reviews.put(told, "groups", user.groups());
        if (!user.extra().isEmpty()) {
            ObjectNode extra = told.putObject("extra");
            user.extra().forEach((key, values) -> Reviews.put(extra, key, values));
        }
        return told;
    }

    @Override
    public ObjectNode issue(ObjectNode account, ObjectNode request, User user) throws ApiException {
        return issuer.issue(account, request);
    }

    @Override
    public byte[] keys() {
        return keys.published();
    }

    @Override
    public byte[] discovery() {
        return discovery.clone();
    }

    @Override
    public void close() {
        grants.close();
    }
}

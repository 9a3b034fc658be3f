package dev.stowage.apiserver.accesscontrol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.authentication.CertificateAuthenticator;
import dev.stowage.apiserver.authentication.TokenException;
import dev.stowage.apiserver.authentication.TokenFileAuthenticator;
import dev.stowage.apiserver.authentication.TokenIssuer;
import dev.stowage.apiserver.authentication.TokenKeys;
import dev.stowage.apiserver.authentication.TokenVerifier;
import dev.stowage.apiserver.authentication.TokenVerifier.Verified;
import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import dev.stowage.apiserver.authorization.AuthorizationDecision;
import dev.stowage.apiserver.authorization.Authorizer;
import dev.stowage.apiserver.authorization.node.NodeAuthorizer;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.rbac.EscalationCheck;
import dev.stowage.apiserver.rbac.RbacAuthorizer;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.x509.PkiDirectory;
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

/// Access control with the server's own certificates, tokens and RBAC rules.
public final class ClusterAccessControl implements AccessControl, AutoCloseable {
    /// The issuer of service account tokens, and their audiences.
    public static final String ISSUER = "https://kubernetes.default.svc.cluster.local";

    private static final List<String> AUDIENCES = List.of(ISSUER);
    private static final Logger log = LoggerFactory.getLogger(ClusterAccessControl.class);

    private final CertificateAuthenticator certificates;
    private final TokenFileAuthenticator tokens;
    private final TokenKeys keys;
    private final TokenVerifier verifier;
    private final TokenIssuer issuer;
    private final NodeAuthorizer nodeAuthorizer;
    private final RbacAuthorizer rbacAuthorizer;
    private final Authorizer authorizer;
    private final EscalationCheck escalationCheck;
    private final AccessReviews accessReviews;
    private final Clock clock;
    private final byte[] discovery;

    private ClusterAccessControl(
            PkiDirectory pkiDirectory,
            TokenFileAuthenticator tokens,
            TokenKeys keys,
            ObjectStore objectStore,
            Clock clock,
            String address) {
        this.certificates = new CertificateAuthenticator(pkiDirectory.authority(), clock);
        this.tokens = tokens;
        this.keys = keys;
        this.verifier = new TokenVerifier(keys, ISSUER, AUDIENCES, objectStore, clock);
        this.issuer = new TokenIssuer(keys, ISSUER, AUDIENCES, objectStore, clock);
        this.nodeAuthorizer = NodeAuthorizer.of(objectStore);
        this.rbacAuthorizer = RbacAuthorizer.of(objectStore);
        this.authorizer = Authorizer.anyOf(nodeAuthorizer, rbacAuthorizer);
        this.escalationCheck = new EscalationCheck(rbacAuthorizer);
        this.accessReviews = new AccessReviews(authorizer, rbacAuthorizer);
        this.clock = clock;
        this.discovery = TokenKeys.discovery(ISSUER, address);
    }

    /// @param data where the administrator's token is stored
    /// @param more a file with additional tokens
    /// @param address host and port of the server, as clients use it
    public static ClusterAccessControl open(
            Path data,
            PkiDirectory pkiDirectory,
            ObjectStore objectStore,
            Clock clock,
            Optional<Path> more,
            String address)
            throws IOException {
        TokenFileAuthenticator tokens = new TokenFileAuthenticator();
        List<String> masters = List.of(UserInfo.MASTERS, UserInfo.AUTHENTICATED);
        tokens.add(
                TokenFileAuthenticator.kept(data.resolve("admin.token")), new UserInfo("admin", "", masters, Map.of()));
        if (more.isPresent()) {
            tokens.addFile(more.get());
        }
        return new ClusterAccessControl(
                pkiDirectory, tokens, new TokenKeys(pkiDirectory.keys("sa")), objectStore, clock, address);
    }

    @Override
    public UserInfo authenticate(Optional<X509Certificate> certificate, Optional<String> authorization)
            throws ApiException {
        Optional<String> bearer = authorization.flatMap(ClusterAccessControl::bearer);
        if (certificate.isPresent()) {
            try {
                return certificates.of(certificate.get());
            } catch (GeneralSecurityException e) {
                log.debug("Client certificate rejected: {}", e.getMessage());
                if (bearer.isEmpty()) {
                    throw unauthorized();
                }
            }
        }
        if (bearer.isEmpty()) {
            return UserInfo.ANONYMOUS;
        }
        try {
            return verified(bearer.get(), AUDIENCES).userInfo();
        } catch (TokenException e) {
            log.debug("Bearer token rejected: {}", e.getMessage());
            throw unauthorized();
        }
    }

    private Verified verified(String token, List<String> audiences) throws TokenException {
        Optional<UserInfo> known = tokens.find(token);
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
        return new ApiException(StatusReason.UNAUTHORIZED, "Unauthorized");
    }

    @Override
    public UserInfo impersonate(UserInfo userInfo, List<Map.Entry<String, String>> headers) throws ApiException {
        if (headers.isEmpty()) {
            return userInfo;
        }
        ImpersonationHeaders wanted = ImpersonationHeaders.of(headers);
        if (wanted.isNone()) {
            return userInfo;
        }
        for (AuthorizationAttributes authorizationAttributes : wanted.actions()) {
            require(userInfo, authorizationAttributes);
        }
        return wanted.userInfo();
    }

    @Override
    public AuthorizationDecision authorize(UserInfo userInfo, AuthorizationAttributes authorizationAttributes) {
        return authorizer.authorize(userInfo, authorizationAttributes);
    }

    @Override
    public void checkEscalation(UserInfo userInfo, String resource, ObjectNode object, Optional<ObjectNode> old)
            throws ApiException {
        escalationCheck.check(userInfo, resource, object, old);
    }

    @Override
    public ObjectNode review(String kind, String namespace, ObjectNode request, UserInfo userInfo) throws ApiException {
        return switch (kind) {
            case "SubjectAccessReview", "SelfSubjectAccessReview", "LocalSubjectAccessReview" ->
                accessReviews.access(kind, namespace, request, userInfo);
            case "SelfSubjectRulesReview" -> accessReviews.rules(request, userInfo);
            case "SelfSubjectReview" -> self(userInfo);
            case "TokenReview" -> token(request);
            default -> throw new IllegalArgumentException("not a review kind: " + kind);
        };
    }

    private ObjectNode self(UserInfo userInfo) {
        ObjectNode answer =
                Json.object().put("kind", "SelfSubjectReview").put("apiVersion", "authentication.k8s.io/v1");
        answer.putObject("metadata")
                .put(
                        "creationTimestamp",
                        clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
        answer.putObject("status").set("userInfo", userNode(userInfo));
        return answer;
    }

    private ObjectNode token(ObjectNode request) throws ApiException {
        String token = JsonTree.text(request, "spec", "token");
        if (token.isEmpty()) {
            throw ApiException.badRequest("token is required for TokenReview in authentication");
        }
        List<String> audiences = new ArrayList<>();
        JsonTree.list(request, "spec", "audiences").forEach(audience -> audiences.add(audience.asText()));
        ObjectNode answer = request.deepCopy();
        ObjectNode status = answer.putObject("status");
        try {
            Verified verified = verified(token, audiences.isEmpty() ? AUDIENCES : audiences);
            if (verified.audiences().isEmpty()) {
                throw new ApiException(
                        StatusReason.INTERNAL_ERROR, "Internal error occurred: error validating audiences");
            }
            status.put("authenticated", true).set("user", userNode(verified.userInfo()));
            AccessReviews.put(status, "audiences", verified.audiences());
        } catch (TokenException e) {
            status.putObject("user");
            status.put("error", e.getMessage());
        }
        return answer;
    }

    private static ObjectNode userNode(UserInfo userInfo) {
        ObjectNode userNode = Json.object().put("username", userInfo.name());
        if (!userInfo.uid().isEmpty()) {
            userNode.put("uid", userInfo.uid());
        }
        AccessReviews.put(userNode, "groups", userInfo.groups());
        if (!userInfo.extra().isEmpty()) {
            ObjectNode extra = userNode.putObject("extra");
            userInfo.extra().forEach((key, values) -> AccessReviews.put(extra, key, values));
        }
        return userNode;
    }

    @Override
    public ObjectNode issue(ObjectNode account, ObjectNode request, UserInfo userInfo) throws ApiException {
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
        nodeAuthorizer.close();
        rbacAuthorizer.close();
    }
}

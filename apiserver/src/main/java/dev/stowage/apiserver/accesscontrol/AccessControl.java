package dev.stowage.apiserver.accesscontrol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import dev.stowage.apiserver.authorization.AuthorizationDecision;
import dev.stowage.apiserver.authorization.Authorizer;
import dev.stowage.apiserver.authorization.ForbiddenError;
import dev.stowage.apiserver.errors.ApiException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Authenticates and authorizes each request. Safe for many threads; an answer costs
/// microseconds and never touches the disk.
public interface AccessControl extends Authorizer {

    /// The user with these credentials. A valid certificate comes before a token; without either it is
    /// [UserInfo#ANONYMOUS].
    ///
    /// @param certificate of the client; TLS has verified only that the client has its key
    /// @param authorization the header of that name
    /// @throws ApiException `Unauthorized` for an invalid credential
    UserInfo authenticate(Optional<X509Certificate> certificate, Optional<String> authorization) throws ApiException;

    /// The user that the request runs as, after impersonation.
    ///
    /// @param headers those that start with `Impersonate-`, in any case; empty for none
    /// @throws ApiException when the user may not impersonate the other user
    UserInfo impersonate(UserInfo userInfo, List<Map.Entry<String, String>> headers) throws ApiException;

    /// @throws ApiException `Forbidden`, with the message of Kubernetes
    default void require(UserInfo userInfo, AuthorizationAttributes authorizationAttributes) throws ApiException {
        AuthorizationDecision authorizationDecision = authorize(userInfo, authorizationAttributes);
        if (!authorizationDecision.allowed()) {
            throw ForbiddenError.of(userInfo, authorizationAttributes, authorizationDecision);
        }
    }

    /// Prevents privilege escalation: checks a role or binding before it is written. Any other object is
    /// accepted.
    ///
    /// @param resource the key in the store, such as `clusterroles.rbac.authorization.k8s.io`
    /// @param old the current state; empty for a new object
    void checkEscalation(UserInfo userInfo, String resource, ObjectNode object, Optional<ObjectNode> old)
            throws ApiException;

    /// Answers a review: TokenReview, SelfSubjectReview, SubjectAccessReview, SelfSubjectAccessReview,
    /// LocalSubjectAccessReview, SelfSubjectRulesReview. Nothing is stored.
    ///
    /// @param namespace of the path; empty for a cluster-scoped review
    /// @return the request with its status filled in
    ObjectNode review(String kind, String namespace, ObjectNode request, UserInfo userInfo) throws ApiException;

    /// A token for a service account: `serviceaccounts/token`.
    ///
    /// @param account as stored
    /// @param request a `TokenRequest`
    /// @return the request with its status filled in
    ObjectNode issue(ObjectNode account, ObjectNode request, UserInfo userInfo) throws ApiException;

    /// The document at `/openid/v1/jwks`, an `application/jwk-set+json`.
    byte[] keys();

    /// The document at `/.well-known/openid-configuration`.
    byte[] discovery();
}

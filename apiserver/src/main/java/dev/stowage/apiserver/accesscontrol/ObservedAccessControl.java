package dev.stowage.apiserver.accesscontrol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import dev.stowage.apiserver.authorization.AuthorizationDecision;
import dev.stowage.apiserver.errors.ApiException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// An access control with an observer.
public record ObservedAccessControl(AccessControl gate, AccessObserver accessObserver) implements AccessControl {

    @Override
    public UserInfo authenticate(Optional<X509Certificate> certificate, Optional<String> authorization)
            throws ApiException {
        return gate.authenticate(certificate, authorization);
    }

    @Override
    public UserInfo impersonate(UserInfo userInfo, List<Map.Entry<String, String>> headers) throws ApiException {
        return gate.impersonate(userInfo, headers);
    }

    @Override
    public AuthorizationDecision authorize(UserInfo userInfo, AuthorizationAttributes authorizationAttributes) {
        AuthorizationDecision authorizationDecision = gate.authorize(userInfo, authorizationAttributes);
        accessObserver.observe(userInfo, authorizationAttributes, authorizationDecision.allowed());
        return authorizationDecision;
    }

    @Override
    public void checkEscalation(UserInfo userInfo, String resource, ObjectNode object, Optional<ObjectNode> old)
            throws ApiException {
        gate.checkEscalation(userInfo, resource, object, old);
    }

    @Override
    public ObjectNode review(String kind, String namespace, ObjectNode request, UserInfo userInfo) throws ApiException {
        return gate.review(kind, namespace, request, userInfo);
    }

    @Override
    public ObjectNode issue(ObjectNode account, ObjectNode request, UserInfo userInfo) throws ApiException {
        return gate.issue(account, request, userInfo);
    }

    @Override
    public byte[] keys() {
        return gate.keys();
    }

    @Override
    public byte[] discovery() {
        return gate.discovery();
    }
}

package dev.stowage.apiserver.endpoints;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.accesscontrol.AccessControl;
import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import dev.stowage.apiserver.authorization.AuthorizationDecision;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Allows every user to do everything.
public final class AllowAllAccess implements AccessControl {
    @Override
    public UserInfo authenticate(Optional<X509Certificate> certificate, Optional<String> authorization) {
        return new UserInfo("tester", "", List.of(UserInfo.MASTERS), Map.of());
    }

    @Override
    public UserInfo impersonate(UserInfo userInfo, List<Map.Entry<String, String>> headers) {
        return userInfo;
    }

    @Override
    public AuthorizationDecision authorize(UserInfo userInfo, AuthorizationAttributes authorizationAttributes) {
        return new AuthorizationDecision(true, "");
    }

    @Override
    public void checkEscalation(UserInfo userInfo, String resource, ObjectNode object, Optional<ObjectNode> old) {}

    @Override
    public ObjectNode review(String kind, String namespace, ObjectNode request, UserInfo userInfo) {
        return request;
    }

    @Override
    public ObjectNode issue(ObjectNode account, ObjectNode request, UserInfo userInfo) {
        return request;
    }

    @Override
    public byte[] keys() {
        return new byte[0];
    }

    @Override
    public byte[] discovery() {
        return new byte[0];
    }
}

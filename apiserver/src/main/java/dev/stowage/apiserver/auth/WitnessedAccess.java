package dev.stowage.apiserver.auth;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.ApiException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A gate with somebody who watches it.
public record WitnessedAccess(Access gate, Witness witness) implements Access {

    @Override
    public User authenticate(Optional<X509Certificate> certificate, Optional<String> authorization)
            throws ApiException {
        return gate.authenticate(certificate, authorization);
    }

    @Override
    public User impersonate(User user, List<Map.Entry<String, String>> headers) throws ApiException {
        return gate.impersonate(user, headers);
    }

    @Override
    public Decision authorize(User user, Action action) {
        Decision decision = gate.authorize(user, action);
        witness.sees(user, action, decision.allowed());
        return decision;
    }

    @Override
    public void checkEscalation(User user, String resource, ObjectNode object, Optional<ObjectNode> old)
            throws ApiException {
        gate.checkEscalation(user, resource, object, old);
    }

    @Override
    public ObjectNode review(String kind, String namespace, ObjectNode request, User user) throws ApiException {
        return gate.review(kind, namespace, request, user);
    }

    @Override
    public ObjectNode issue(ObjectNode account, ObjectNode request, User user) throws ApiException {
        return gate.issue(account, request, user);
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

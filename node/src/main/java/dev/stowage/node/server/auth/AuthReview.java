package dev.stowage.node.server.auth;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.ObjectMeta;

/// What the API server answers when it is asked about somebody.
record AuthReview(ObjectMeta meta, JsonNode status) implements KubeObject {
    static final Kind<AuthReview> TOKEN =
            new Kind<>("authentication.k8s.io", "v1", "tokenreviews", "TokenReview", false, AuthReview::read);
    static final Kind<AuthReview> ACCESS = new Kind<>(
            "authorization.k8s.io", "v1", "subjectaccessreviews", "SubjectAccessReview", false, AuthReview::read);

    private static AuthReview read(JsonNode object) {
        return new AuthReview(ObjectMeta.read(object), object.path("status"));
    }
}

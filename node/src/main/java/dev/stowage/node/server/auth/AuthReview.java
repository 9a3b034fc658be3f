package dev.stowage.node.server.auth;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.ApiResources;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.ObjectMeta;

/// The response of the API server to a review.
record AuthReview(ObjectMeta meta, JsonNode status) implements KubeObject {
    static final Kind<AuthReview> TOKEN = new Kind<>(ApiResources.TOKEN_REVIEWS, AuthReview::read);
    static final Kind<AuthReview> ACCESS = new Kind<>(ApiResources.SUBJECT_ACCESS_REVIEWS, AuthReview::read);

    private static AuthReview read(JsonNode object) {
        return new AuthReview(ObjectMeta.read(object), object.path("status"));
    }
}

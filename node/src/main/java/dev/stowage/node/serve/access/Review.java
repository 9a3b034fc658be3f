package dev.stowage.node.serve.access;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.ObjectMeta;

/// What the API server answers when it is asked about somebody.
record Review(ObjectMeta meta, JsonNode status) implements KubeObject {
    static final Kind<Review> TOKEN =
            new Kind<>("authentication.k8s.io", "v1", "tokenreviews", "TokenReview", false, Review::read);
    static final Kind<Review> ACCESS = new Kind<>(
            "authorization.k8s.io", "v1", "subjectaccessreviews", "SubjectAccessReview", false, Review::read);

    private static Review read(JsonNode object) {
        return new Review(ObjectMeta.read(object), object.path("status"));
    }
}

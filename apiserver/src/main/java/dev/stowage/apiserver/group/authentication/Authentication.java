package dev.stowage.apiserver.group.authentication;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.function.Function;

/// Questions about who somebody is.
public final class Authentication {
    private Authentication() {}

    public static List<Resource> resources(Function<String, Schema> types) {
        Group group = new Group("authentication.k8s.io", "io.k8s.api.authentication", types);
        return List.of(
                group.resource("SelfSubjectReview", "selfsubjectreviews")
                        .cluster()
                        .only(Verb.CREATE)
                        .done(),
                group.resource("TokenReview", "tokenreviews")
                        .cluster()
                        .only(Verb.CREATE)
                        .done());
    }
}

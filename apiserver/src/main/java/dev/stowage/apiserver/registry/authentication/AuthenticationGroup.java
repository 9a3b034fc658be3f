package dev.stowage.apiserver.registry.authentication;

import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.function.Function;

/// Questions about who somebody is.
public final class AuthenticationGroup {
    private AuthenticationGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup = new ApiGroup("authentication.k8s.io", "io.k8s.api.authentication", types);
        return List.of(
                apiGroup.resource("SelfSubjectReview", "selfsubjectreviews")
                        .cluster()
                        .only(Verb.CREATE)
                        .done(),
                apiGroup.resource("TokenReview", "tokenreviews")
                        .cluster()
                        .only(Verb.CREATE)
                        .done());
    }
}

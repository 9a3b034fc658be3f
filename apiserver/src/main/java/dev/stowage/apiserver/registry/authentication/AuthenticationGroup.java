package dev.stowage.apiserver.registry.authentication;

import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.k8s.names.ApiGroups;
import dev.stowage.kubetypes.Schema;
import java.util.List;
import java.util.function.Function;

/// The group `authentication.k8s.io`: token reviews and self reviews.
public final class AuthenticationGroup {
    private AuthenticationGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup = new ApiGroup(ApiGroups.AUTHENTICATION, "io.k8s.api.authentication", types);
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

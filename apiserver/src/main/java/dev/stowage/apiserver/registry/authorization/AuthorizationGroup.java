package dev.stowage.apiserver.registry.authorization;

import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.k8s.names.ApiGroups;
import dev.stowage.kubetypes.Schema;
import java.util.List;
import java.util.function.Function;

/// The group `authorization.k8s.io`: access reviews.
public final class AuthorizationGroup {
    private AuthorizationGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup = new ApiGroup(ApiGroups.AUTHORIZATION, "io.k8s.api.authorization", types);
        return List.of(
                apiGroup.resource("LocalSubjectAccessReview", "localsubjectaccessreviews")
                        .only(Verb.CREATE)
                        .done(),
                apiGroup.resource("SelfSubjectAccessReview", "selfsubjectaccessreviews")
                        .cluster()
                        .only(Verb.CREATE)
                        .done(),
                apiGroup.resource("SelfSubjectRulesReview", "selfsubjectrulesreviews")
                        .cluster()
                        .only(Verb.CREATE)
                        .done(),
                apiGroup.resource("SubjectAccessReview", "subjectaccessreviews")
                        .cluster()
                        .only(Verb.CREATE)
                        .done());
    }
}

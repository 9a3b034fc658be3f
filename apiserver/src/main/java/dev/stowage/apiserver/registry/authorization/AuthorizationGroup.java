package dev.stowage.apiserver.registry.authorization;

import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.function.Function;

/// Questions about what somebody may do.
public final class AuthorizationGroup {
    private AuthorizationGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup = new ApiGroup("authorization.k8s.io", "io.k8s.api.authorization", types);
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

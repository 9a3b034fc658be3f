package dev.stowage.apiserver.group.authorization;

import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.function.Function;

/// Questions about what somebody may do.
public final class Authorization {
    private Authorization() {}

    public static List<Resource> resources(Function<String, Schema> types) {
        Group group = new Group("authorization.k8s.io", "io.k8s.api.authorization", types);
        return List.of(
                group.resource("LocalSubjectAccessReview", "localsubjectaccessreviews")
                        .only(Verb.CREATE)
                        .done(),
                group.resource("SelfSubjectAccessReview", "selfsubjectaccessreviews")
                        .cluster()
                        .only(Verb.CREATE)
                        .done(),
                group.resource("SelfSubjectRulesReview", "selfsubjectrulesreviews")
                        .cluster()
                        .only(Verb.CREATE)
                        .done(),
                group.resource("SubjectAccessReview", "subjectaccessreviews")
                        .cluster()
                        .only(Verb.CREATE)
                        .done());
    }
}

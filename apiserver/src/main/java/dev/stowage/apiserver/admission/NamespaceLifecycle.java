package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.ApiException.Cause;
import dev.stowage.apiserver.failure.Reason;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.store.Key;
import java.util.List;
import java.util.Set;

/// Nothing is made in a namespace that is not there or going away, and some namespaces stay forever.
final class NamespaceLifecycle implements Step {
    private static final String NAMESPACES = "namespaces";
    private static final Set<String> IMMORTAL = Set.of("default", "kube-system", "kube-public");
    private static final String REVIEW = "localsubjectaccessreviews.authorization.k8s.io";

    @Override
    public void mutate(Attempt attempt) throws ApiException {
        String key = attempt.resource().key();
        if (key.equals(NAMESPACES)) {
            if (attempt.operation() == Operation.DELETE && IMMORTAL.contains(attempt.name())) {
                throw attempt.forbidden("this namespace may not be deleted");
            }
            return;
        }
        boolean elsewhere = !attempt.resource().namespaced() || key.equals(REVIEW);
        if (elsewhere || attempt.operation() == Operation.DELETE) {
            return;
        }
        String name = attempt.namespace();
        ObjectNode namespace = attempt.around()
                .find(new Key(NAMESPACES, "", name))
                .orElseThrow(() -> ApiException.notFound("", NAMESPACES, name));
        boolean ending = Tree.text(namespace, "status", "phase").equals("Terminating");
        if (ending && attempt.operation() == Operation.CREATE) {
            throw terminating(attempt, name);
        }
    }

    private static ApiException terminating(Attempt attempt, String namespace) {
        ApiException told = attempt.forbiddenEarly(
                "unable to create new content in namespace %s because it is being terminated".formatted(namespace));
        Cause cause = new Cause(
                "NamespaceTerminating", "namespace %s is being terminated".formatted(namespace), "metadata.namespace");
        return new ApiException(
                Reason.FORBIDDEN,
                String.valueOf(told.getMessage()),
                told.details().causes(List.of(cause)));
    }
}

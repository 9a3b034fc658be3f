package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.ApiException.Cause;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.storage.ObjectKey;
import java.util.List;
import java.util.Set;

/// Nothing is created in a missing or terminating namespace, and some namespaces cannot be deleted.
final class NamespaceLifecycle implements AdmissionPlugin {
    private static final String NAMESPACES = "namespaces";
    private static final Set<String> IMMORTAL = Set.of("default", "kube-system", "kube-public");
    private static final String REVIEW = "localsubjectaccessreviews.authorization.k8s.io";

    @Override
    public void mutate(AdmissionAttributes admissionAttributes) throws ApiException {
        String key = admissionAttributes.resourceDescriptor().key();
        if (key.equals(NAMESPACES)) {
            if (admissionAttributes.admissionOperation() == AdmissionOperation.DELETE
                    && IMMORTAL.contains(admissionAttributes.name())) {
                throw admissionAttributes.forbidden("this namespace may not be deleted");
            }
            return;
        }
        boolean elsewhere = !admissionAttributes.resourceDescriptor().namespaced() || key.equals(REVIEW);
        if (elsewhere || admissionAttributes.admissionOperation() == AdmissionOperation.DELETE) {
            return;
        }
        String name = admissionAttributes.namespace();
        ObjectNode namespace = admissionAttributes
                .around()
                .find(new ObjectKey(NAMESPACES, "", name))
                .orElseThrow(() -> ApiException.notFound("", NAMESPACES, name));
        boolean ending = JsonTree.text(namespace, "status", "phase").equals("Terminating");
        if (ending && admissionAttributes.admissionOperation() == AdmissionOperation.CREATE) {
            throw terminating(admissionAttributes, name);
        }
    }

    private static ApiException terminating(AdmissionAttributes admissionAttributes, String namespace) {
        ApiException forbidden = admissionAttributes.forbiddenEarly(
                "unable to create new content in namespace %s because it is being terminated".formatted(namespace));
        Cause cause = new Cause(
                "NamespaceTerminating", "namespace %s is being terminated".formatted(namespace), "metadata.namespace");
        return new ApiException(
                StatusReason.FORBIDDEN,
                String.valueOf(forbidden.getMessage()),
                forbidden.details().causes(List.of(cause)));
    }
}

package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import dev.stowage.apiserver.authorization.Authorizer;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.storage.ObjectKey;
import java.util.Optional;

/// A node requests tokens that are bound to a pod that runs on it, and for audiences that this pod needs.
final class NodeTokenRestriction {
    private static final String VERB = "request-serviceaccounts-token-audience";

    private final Authorizer authorizer;

    NodeTokenRestriction(Authorizer authorizer) {
        this.authorizer = authorizer;
    }

    /// @param admissionAttributes any write to service accounts
    void check(String node, AdmissionAttributes admissionAttributes) throws ApiException {
        if (admissionAttributes.admissionOperation() != AdmissionOperation.CREATE
                || !admissionAttributes.subresource().equals("token")) {
            return;
        }
        ObjectNode pod = pod(admissionAttributes);
        if (!JsonTree.text(pod, "spec", "nodeName").equals(node)) {
            throw admissionAttributes.forbidden("node requested token bound to a pod scheduled on a different node");
        }
        JsonNode audiences = JsonTree.list(admissionAttributes.newObject(), "spec", "audiences");
        if (audiences.size() > 1) {
            throw admissionAttributes.forbidden("node may only request 0 or 1 audiences");
        }
        String audience = audiences.path(0).asText("");
        if (!isUsed(audience, pod, admissionAttributes) && !isAuthorized(audience, admissionAttributes)) {
            throw admissionAttributes.forbidden(
                    "audience %s not found in pod spec volume, %s is not authorized to request tokens for this audience"
                            .formatted(
                                    FieldErrors.quoted(audience),
                                    admissionAttributes.userInfo().name()));
        }
    }

    private static ObjectNode pod(AdmissionAttributes admissionAttributes) throws ApiException {
        JsonNode reference = JsonTree.at(admissionAttributes.newObject(), "spec", "boundObjectRef");
        String name = JsonTree.text(reference, "name");
        if (!JsonTree.text(reference, "apiVersion").equals("v1")
                || !JsonTree.text(reference, "kind").equals("Pod")
                || name.isEmpty()) {
            throw admissionAttributes.forbidden("node requested token not bound to a pod");
        }
        String uid = JsonTree.text(reference, "uid");
        if (uid.isEmpty()) {
            throw admissionAttributes.forbidden("node requested token with a pod binding without a uid");
        }
        ObjectNode pod = find(admissionAttributes, "pods", admissionAttributes.namespace(), name)
                .orElseThrow(() -> ApiException.notFound("", "pods", name));
        if (!JsonTree.text(pod, "metadata", "uid").equals(uid)) {
            throw admissionAttributes.forbidden(
                    ("the UID in the bound object reference (%s) does not match the UID in record. The object might"
                                    + " have been deleted and then recreated")
                            .formatted(uid));
        }
        return pod;
    }

    private static Optional<ObjectNode> find(
            AdmissionAttributes admissionAttributes, String resource, String namespace, String name) {
        return admissionAttributes.around().find(new ObjectKey(resource, namespace, name));
    }

    /// Whether a volume of the pod has such a token, or the driver of a volume asks for one.
    private static boolean isUsed(String audience, ObjectNode pod, AdmissionAttributes admissionAttributes) {
        for (JsonNode volume : JsonTree.list(pod, "spec", "volumes")) {
            if (isProjected(audience, volume)
                    || isRequested(audience, driver(pod, volume, admissionAttributes), admissionAttributes)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isProjected(String audience, JsonNode volume) {
        for (JsonNode source : JsonTree.list(volume, "projected", "sources")) {
            JsonNode token = source.path("serviceAccountToken");
            if (token.isObject() && JsonTree.text(token, "audience").equals(audience)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isRequested(String audience, String driver, AdmissionAttributes admissionAttributes) {
        Optional<ObjectNode> csiDriver = find(admissionAttributes, "csidrivers.storage.k8s.io", "", driver);
        if (csiDriver.isPresent()) {
            for (JsonNode request : JsonTree.list(csiDriver.get(), "spec", "tokenRequests")) {
                if (JsonTree.text(request, "audience").equals(audience)) {
                    return true;
                }
            }
        }
        return false;
    }

    /// Empty for a volume without a CSI driver.
    private static String driver(ObjectNode pod, JsonNode volume, AdmissionAttributes admissionAttributes) {
        String claim = JsonTree.has(volume, "ephemeral")
                ? JsonTree.text(pod, "metadata", "name") + "-" + JsonTree.text(volume, "name")
                : JsonTree.text(volume, "persistentVolumeClaim", "claimName");
        if (claim.isEmpty()) {
            return JsonTree.text(volume, "csi", "driver");
        }
        return find(admissionAttributes, "persistentvolumeclaims", admissionAttributes.namespace(), claim)
                .map(found -> JsonTree.text(found, "spec", "volumeName"))
                .flatMap(bound -> find(admissionAttributes, "persistentvolumes", "", bound))
                .map(found -> JsonTree.text(found, "spec", "csi", "driver"))
                .orElse("");
    }

    private boolean isAuthorized(String audience, AdmissionAttributes admissionAttributes) {
        return !audience.isEmpty()
                && authorizer
                        .authorize(
                                admissionAttributes.userInfo(),
                                AuthorizationAttributes.onResource(
                                        VERB,
                                        "",
                                        "v1",
                                        audience,
                                        "",
                                        admissionAttributes.namespace(),
                                        admissionAttributes.name()))
                        .allowed();
    }
}

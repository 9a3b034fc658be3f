package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.apiserver.validation.QuantityValidation;
import dev.stowage.k8s.names.VolumeAnnotations;
import java.math.BigDecimal;

/// A claim can be expanded only if its class allows volume expansion.
final class PersistentVolumeClaimResize implements AdmissionPlugin {
    @Override
    public void validate(AdmissionAttributes admissionAttributes) throws ApiException {
        if (!admissionAttributes.updates("persistentvolumeclaims")) {
            return;
        }
        if (size(admissionAttributes.newObject()).compareTo(size(admissionAttributes.oldObject())) <= 0) {
            return;
        }
        if (!JsonTree.text(admissionAttributes.oldObject(), "status", "phase").equals("Bound")) {
            throw admissionAttributes.forbidden("Only bound persistent volume claims can be expanded");
        }
        if (!canGrow(admissionAttributes)) {
            throw admissionAttributes.forbidden(
                    "only dynamically provisioned pvc can be resized and the storageclass that"
                            + " provisions the pvc must support resize");
        }
    }

    private static boolean canGrow(AdmissionAttributes admissionAttributes) {
        String name = className(admissionAttributes.newObject());
        return !name.isEmpty()
                && name.equals(className(admissionAttributes.oldObject()))
                && admissionAttributes
                        .around()
                        .find(new ObjectKey("storageclasses.storage.k8s.io", "", name))
                        .filter(found -> JsonTree.flag(found, "allowVolumeExpansion"))
                        .isPresent();
    }

    private static BigDecimal size(JsonNode claim) {
        return QuantityValidation.amount(JsonTree.at(claim, "spec", "resources", "requests", "storage"));
    }

    private static String className(JsonNode claim) {
        return JsonTree.has(claim, "metadata", "annotations", VolumeAnnotations.BETA_STORAGE_CLASS)
                ? JsonTree.text(claim, "metadata", "annotations", VolumeAnnotations.BETA_STORAGE_CLASS)
                : JsonTree.text(claim, "spec", "storageClassName");
    }
}

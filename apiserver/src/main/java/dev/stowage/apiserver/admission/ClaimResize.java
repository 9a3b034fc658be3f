package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.store.Key;
import dev.stowage.apiserver.validation.Quantities;
import java.math.BigDecimal;

/// A claim grows only when its class says that its volumes can.
final class ClaimResize implements Step {
    @Override
    public void validate(Attempt attempt) throws ApiException {
        if (!attempt.updates("persistentvolumeclaims")) {
            return;
        }
        if (size(attempt.becoming()).compareTo(size(attempt.before())) <= 0) {
            return;
        }
        if (!Tree.text(attempt.before(), "status", "phase").equals("Bound")) {
            throw attempt.forbidden("Only bound persistent volume claims can be expanded");
        }
        if (!canGrow(attempt)) {
            throw attempt.forbidden("only dynamically provisioned pvc can be resized and the storageclass that"
                    + " provisions the pvc must support resize");
        }
    }

    private static boolean canGrow(Attempt attempt) {
        String name = className(attempt.becoming());
        return !name.isEmpty()
                && name.equals(className(attempt.before()))
                && attempt.around()
                        .find(new Key("storageclasses.storage.k8s.io", "", name))
                        .filter(found -> Tree.flag(found, "allowVolumeExpansion"))
                        .isPresent();
    }

    private static BigDecimal size(JsonNode claim) {
        return Quantities.amount(Tree.at(claim, "spec", "resources", "requests", "storage"));
    }

    private static String className(JsonNode claim) {
        return Tree.has(claim, "metadata", "annotations", DefaultStorageClass.BETA_CLASS)
                ? Tree.text(claim, "metadata", "annotations", DefaultStorageClass.BETA_CLASS)
                : Tree.text(claim, "spec", "storageClassName");
    }
}

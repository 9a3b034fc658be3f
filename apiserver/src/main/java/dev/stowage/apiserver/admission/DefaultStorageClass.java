package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Tree;

/// A claim that names no class gets the default one. A claim with an empty name wants none.
final class DefaultStorageClass implements Step {
    static final String BETA_CLASS = "volume.beta.kubernetes.io/storage-class";

    @Override
    public void mutate(Attempt attempt) {
        if (!attempt.creates("persistentvolumeclaims")) {
            return;
        }
        ObjectNode claim = attempt.becoming();
        boolean named =
                Tree.has(claim, "spec", "storageClassName") || Tree.has(claim, "metadata", "annotations", BETA_CLASS);
        if (!named) {
            Newest.name(attempt.around().list("storageclasses.storage.k8s.io", ""), DefaultStorageClass::isDefault)
                    .ifPresent(name -> Tree.ensure(claim, "spec").put("storageClassName", name));
        }
    }

    private static boolean isDefault(JsonNode storageClass) {
        return Newest.isAnnotated(storageClass, "storageclass.kubernetes.io/is-default-class")
                || Newest.isAnnotated(storageClass, "storageclass.beta.kubernetes.io/is-default-class");
    }
}

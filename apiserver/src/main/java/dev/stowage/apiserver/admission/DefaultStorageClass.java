package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;

/// A claim that names no class gets the default one. A claim with an empty name wants none.
final class DefaultStorageClass implements AdmissionPlugin {
    static final String BETA_CLASS = "volume.beta.kubernetes.io/storage-class";

    @Override
    public void mutate(AdmissionAttributes admissionAttributes) {
        if (!admissionAttributes.creates("persistentvolumeclaims")) {
            return;
        }
        ObjectNode claim = admissionAttributes.becoming();
        boolean named = JsonTree.has(claim, "spec", "storageClassName")
                || JsonTree.has(claim, "metadata", "annotations", BETA_CLASS);
        if (!named) {
            NewestDefaultClass.name(
                            admissionAttributes.around().list("storageclasses.storage.k8s.io", ""),
                            DefaultStorageClass::isDefault)
                    .ifPresent(name -> JsonTree.ensure(claim, "spec").put("storageClassName", name));
        }
    }

    private static boolean isDefault(JsonNode storageClass) {
        return NewestDefaultClass.isAnnotated(storageClass, "storageclass.kubernetes.io/is-default-class")
                || NewestDefaultClass.isAnnotated(storageClass, "storageclass.beta.kubernetes.io/is-default-class");
    }
}

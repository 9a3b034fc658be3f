package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.k8s.names.StorageClassKeys;
import dev.stowage.k8s.names.VolumeAnnotations;

/// A claim without a class gets the default class. A claim with an empty class name gets none.
final class DefaultStorageClass implements AdmissionPlugin {

    @Override
    public void mutate(AdmissionAttributes admissionAttributes) {
        if (!admissionAttributes.creates("persistentvolumeclaims")) {
            return;
        }
        ObjectNode claim = admissionAttributes.newObject();
        boolean named = JsonTree.has(claim, "spec", "storageClassName")
                || JsonTree.has(claim, "metadata", "annotations", VolumeAnnotations.BETA_STORAGE_CLASS);
        if (!named) {
            NewestDefaultClass.name(
                            admissionAttributes.around().list("storageclasses.storage.k8s.io", ""),
                            DefaultStorageClass::isDefault)
                    .ifPresent(name -> JsonTree.ensure(claim, "spec").put("storageClassName", name));
        }
    }

    private static boolean isDefault(JsonNode storageClass) {
        return NewestDefaultClass.isAnnotated(storageClass, StorageClassKeys.IS_DEFAULT_CLASS)
                || NewestDefaultClass.isAnnotated(storageClass, StorageClassKeys.BETA_IS_DEFAULT_CLASS);
    }
}

package dev.stowage.control.binder;

import dev.stowage.k8s.VolumeAnnotations;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.model.StorageClass;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Who can make a volume of a class.
sealed interface ProvisionerChoice {

    /// @param name by which it finds its claims
    record Driver(String name) implements ProvisionerChoice {}

    /// @param why in the words that users know
    record None(String why) implements ProvisionerChoice {}

    static ProvisionerChoice of(String className, @Nullable StorageClass storageClass) {
        if (storageClass == null) {
            return new None("storageclass.storage.k8s.io \"" + className + "\" not found");
        }
        String name = storageClass.provisioner();
        Optional<String> driver = CsiTranslator.driver(name);
        if (driver.isEmpty() && name.startsWith(VolumeAnnotations.IN_TREE)) {
            return new None("no volume plugin matched name: " + name);
        }
        return new Driver(driver.orElse(name));
    }
}

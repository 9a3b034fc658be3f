package dev.stowage.control.binder;

import dev.stowage.k8s.names.StorageClassKeys;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.model.StorageClass;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Which provisioner can create a volume of a class.
sealed interface ProvisionerChoice {

    /// @param name the name by which it finds its claims
    record Driver(String name) implements ProvisionerChoice {}

    /// @param why with the text of kube-controller-manager
    record None(String why) implements ProvisionerChoice {}

    static ProvisionerChoice of(String className, @Nullable StorageClass storageClass) {
        if (storageClass == null) {
            return new None("storageclass.storage.k8s.io \"" + className + "\" not found");
        }
        String name = storageClass.provisioner();
        Optional<String> driver = CsiTranslator.driver(name);
        if (driver.isEmpty() && name.startsWith(StorageClassKeys.IN_TREE_PREFIX)) {
            return new None("no volume plugin matched name: " + name);
        }
        return new Driver(driver.orElse(name));
    }
}

package dev.stowage.sidecar.provisioner.request;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;
import java.util.HashSet;
import java.util.Set;

/// Classes and volumes from the time before CSI: the driver is asked in its own words, and what it makes is
/// written in
/// the old ones.
public final class InTreeTranslation {

    private InTreeTranslation() {}

    /// The names that claims and volumes of a driver go by.
    public static Set<String> provisionerNames(String driver) {
        Set<String> names = new HashSet<>(Set.of(driver));
        CsiTranslator.inTreeName(driver).ifPresent(names::add);
        return Set.copyOf(names);
    }

    public static boolean isInTree(StorageClass storageClass) {
        return CsiTranslator.driver(storageClass.provisioner()).isPresent();
    }

    /// The class in the driver's words.
    static StorageClass toCsi(StorageClass storageClass) throws ProvisioningException {
        try {
            return CsiTranslator.toCsi(storageClass);
        } catch (IllegalArgumentException e) {
            throw new ProvisioningException(
                    ProvisioningState.NO_CHANGE, "the class cannot be translated: " + e.getMessage(), e);
        }
    }

    /// The volume in the driver's words.
    public static PersistentVolume toCsi(PersistentVolume volume) throws ProvisioningException {
        try {
            return CsiTranslator.toCsi(volume);
        } catch (IllegalArgumentException e) {
            throw new ProvisioningException(
                    ProvisioningState.NO_CHANGE, "the volume cannot be translated: " + e.getMessage(), e);
        }
    }

    /// A new volume as it is written for a class.
    ///
    /// @throws IllegalArgumentException when it cannot be put into the old form, with a sentence for the user
    public static ObjectNode toInTree(ObjectNode volume, StorageClass storageClass) {
        return isInTree(storageClass) ? CsiTranslator.toInTree(volume) : volume;
    }
}

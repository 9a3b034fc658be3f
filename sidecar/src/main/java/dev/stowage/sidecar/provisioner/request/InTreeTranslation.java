package dev.stowage.sidecar.provisioner.request;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;
import java.util.HashSet;
import java.util.Set;

/// In-tree classes and volumes: requests are translated to CSI, and created volumes back to in-tree volumes.
public final class InTreeTranslation {

    private InTreeTranslation() {}

    /// The provisioner names in claims and volumes of a driver.
    static Set<String> provisionerNames(String driver) {
        Set<String> names = new HashSet<>(Set.of(driver));
        CsiTranslator.inTreeName(driver).ifPresent(names::add);
        return Set.copyOf(names);
    }

    public static boolean isInTree(StorageClass storageClass) {
        return CsiTranslator.driver(storageClass.provisioner()).isPresent();
    }

    /// The class translated to CSI.
    static StorageClass toCsi(StorageClass storageClass) throws ProvisioningException {
        try {
            return CsiTranslator.toCsi(storageClass);
        } catch (IllegalArgumentException e) {
            throw new ProvisioningException(
                    ProvisioningState.NO_CHANGE, "cannot translate the in-tree StorageClass: " + e.getMessage(), e);
        }
    }

    /// The volume translated to CSI.
    public static PersistentVolume toCsi(PersistentVolume volume) throws ProvisioningException {
        try {
            return CsiTranslator.toCsi(volume);
        } catch (IllegalArgumentException e) {
            throw new ProvisioningException(
                    ProvisioningState.NO_CHANGE, "cannot translate the in-tree volume: " + e.getMessage(), e);
        }
    }

    /// A new volume in the form that its class needs.
    ///
    /// @throws IllegalArgumentException when it has no in-tree form, with a text for users
    public static ObjectNode toInTree(ObjectNode volume, StorageClass storageClass) {
        return isInTree(storageClass) ? CsiTranslator.toInTree(volume) : volume;
    }
}

package dev.stowage.sidecar.provision;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.sidecar.provision.seam.Refusal;
import dev.stowage.sidecar.provision.seam.State;
import java.util.HashSet;
import java.util.Set;

/// Classes and volumes from the time before CSI: the driver is asked in its own words, and what it makes is written in
/// the old ones.
final class Migrated {

    private Migrated() {}

    /// The names that claims and volumes of a driver go by.
    static Set<String> names(String driver) {
        Set<String> names = new HashSet<>(Set.of(driver));
        CsiTranslator.inTreeName(driver).ifPresent(names::add);
        return Set.copyOf(names);
    }

    static boolean isOld(StorageClass storageClass) {
        return CsiTranslator.driver(storageClass.provisioner()).isPresent();
    }

    /// The class in the driver's words.
    static StorageClass known(StorageClass storageClass) throws Refusal {
        try {
            return CsiTranslator.toCsi(storageClass);
        } catch (IllegalArgumentException e) {
            throw new Refusal(State.NO_CHANGE, "the class cannot be translated: " + e.getMessage(), e);
        }
    }

    /// The volume in the driver's words.
    static PersistentVolume known(PersistentVolume volume) throws Refusal {
        try {
            return CsiTranslator.toCsi(volume);
        } catch (IllegalArgumentException e) {
            throw new Refusal(State.NO_CHANGE, "the volume cannot be translated: " + e.getMessage(), e);
        }
    }

    /// A new volume as it is written for a class.
    ///
    /// @throws IllegalArgumentException when it cannot be put into the old form, with a sentence for the user
    static ObjectNode written(ObjectNode volume, StorageClass storageClass) {
        return isOld(storageClass) ? CsiTranslator.toInTree(volume) : volume;
    }
}

package dev.stowage.node.volumemanager.desired;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.CsiDriver;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// Finds objects in the caches of the API.
///
/// @param builtIn whether a volume of a pod needs no driver
public record ObjectLookup(
        Function<NamespacedName, Optional<PersistentVolumeClaim>> claims,
        Function<String, Optional<PersistentVolume>> volumes,
        Function<String, Optional<CsiDriver>> drivers,
        Predicate<JsonNode> builtIn) {

    /// Volumes of a driver without a CSIDriver object must be attached.
    public boolean attaches(String driver) {
        return drivers.apply(driver).map(CsiDriver::attaches).orElse(true);
    }
}

package dev.stowage.node.volumemanager.desired;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.CsiDriver;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/// What the API has, for whoever looks something up.
///
/// @param builtIn whether a pod's volume needs no driver
public record ObjectLookup(
        Function<NamespacedName, Optional<PersistentVolumeClaim>> claims,
        Function<String, Optional<PersistentVolume>> volumes,
        Function<String, Optional<CsiDriver>> drivers,
        Predicate<JsonNode> builtIn) {

    /// A driver that has not said anything of itself wants its volumes attached.
    public boolean attaches(String driver) {
        return drivers.apply(driver).map(CsiDriver::attaches).orElse(true);
    }
}

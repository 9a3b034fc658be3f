package dev.stowage.apiserver.registry.generic;

import dev.stowage.apiserver.accesscontrol.AccessControl;
import dev.stowage.apiserver.admission.AdmissionChain;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.storage.ObjectStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;

/// What the parts of the engine share.
///
/// @param gates the features that are on
/// @param eventTtl how long events are stored
public record RegistryServices(
        ObjectStore objectStore,
        AccessControl access,
        AdmissionChain admissionChain,
        InstantSource clock,
        Set<String> gates,
        Duration eventTtl) {

    public RegistryServices {
        gates = Set.copyOf(gates);
    }

    StrategyContext around(RequestClient requestClient) {
        return new StoreStrategyContext(
                objectStore, clock, gates, requestClient.userInfo().name());
    }
}

package dev.stowage.apiserver.registry.generic;

import dev.stowage.apiserver.accesscontrol.AccessControl;
import dev.stowage.apiserver.admission.AdmissionChain;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.resource.Verb;
import dev.stowage.apiserver.storage.ObjectStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;

/// Dependencies that all operations share.
///
/// @param gates the enabled features
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

    /// A request that changes an object, and creates it when there is none, needs the right to create then too.
    void requireCreate(RequestTarget requestTarget, RequestClient requestClient) throws ApiException {
        access.require(requestClient.userInfo(), requestTarget.attributes(Verb.CREATE));
    }

    StrategyContext around(RequestClient requestClient) {
        return new StoreStrategyContext(objectStore, clock, gates, requestClient.userInfo());
    }
}

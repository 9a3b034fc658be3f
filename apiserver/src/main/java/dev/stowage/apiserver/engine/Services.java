package dev.stowage.apiserver.engine;

import dev.stowage.apiserver.admission.Admission;
import dev.stowage.apiserver.auth.Access;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.store.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;

/// What the parts of the engine share.
///
/// @param gates the features that are on
/// @param eventTtl how long events are kept
public record Services(
        Store store, Access access, Admission admission, InstantSource clock, Set<String> gates, Duration eventTtl) {

    public Services {
        gates = Set.copyOf(gates);
    }

    Surroundings around(Agent agent) {
        return new Around(store, clock, gates, agent.user().name());
    }
}

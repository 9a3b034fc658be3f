package dev.stowage.cluster.garbagecollector;

import dev.stowage.cluster.garbagecollector.CollectableObject.KindAndKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Owners that the server did not find recently. A deleted uid does not come back, so an entry never becomes
/// wrong; thousands of dependents of one owner cost one request. Thread-safe.
final class AbsentOwnerCache {
    private static final int MOST = 1000;

    private record OwnerKey(KindAndKey place, String uid) {}

    /// @param elsewhere whether that very owner exists in another namespace
    record Absence(boolean elsewhere) {}

    private final Map<OwnerKey, Absence> facts = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<OwnerKey, Absence> eldest) {
            return size() > MOST;
        }
    };

    synchronized Optional<Absence> find(KindAndKey place, String uid) {
        return Optional.ofNullable(facts.get(new OwnerKey(place, uid)));
    }

    synchronized void note(KindAndKey place, String uid, Absence absence) {
        facts.put(new OwnerKey(place, uid), absence);
    }
}

package dev.stowage.control.collect;

import dev.stowage.control.collect.Item.Place;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Owners that the server has not found lately. A uid that is gone does not come back, so this never becomes wrong;
/// thousands who belong to one owner cost one question. Thread-safe.
final class Absent {
    private static final int MOST = 1000;

    private record Who(Place place, String uid) {}

    /// @param elsewhere whether that very owner is there in another namespace
    record Fact(boolean elsewhere) {}

    private final Map<Who, Fact> facts = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Who, Fact> eldest) {
            return size() > MOST;
        }
    };

    synchronized Optional<Fact> find(Place place, String uid) {
        return Optional.ofNullable(facts.get(new Who(place, uid)));
    }

    synchronized void note(Place place, String uid, Fact fact) {
        facts.put(new Who(place, uid), fact);
    }
}

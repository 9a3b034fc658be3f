package dev.stowage.explain.picture;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The cluster at one moment. Taken from a server or read from a bundle; what is asked of it is the same.
///
/// @param taken when; all ages count from it, so that a bundle tells the same years later
/// @param version of the server, for example `v1.36.3`
/// @param things what was seen
/// @param unseen why a sort of things could not be looked at: no right to, or no such sort on this server
public record Picture(Instant taken, String version, Map<Sort, List<Thing>> things, Map<Sort, String> unseen) {

    public Picture {
        things = Map.copyOf(things);
        unseen = Map.copyOf(unseen);
    }

    public List<Thing> all(Sort sort) {
        return things.getOrDefault(sort, List.of());
    }

    /// @param namespace empty for objects of the whole cluster
    public Optional<Thing> find(Sort sort, String namespace, String name) {
        return all(sort).stream()
                .filter(thing -> thing.name().equals(name) && thing.namespace().equals(namespace))
                .findFirst();
    }

    public Optional<Thing> find(Sort sort, String name) {
        return find(sort, "", name);
    }

    /// Nothing can be said about what was not looked at.
    public boolean sees(Sort sort) {
        return !unseen.containsKey(sort);
    }

    /// What was told about this very object, the latest first. An older one of the same name is not meant.
    public List<Happening> happenings(Thing about) {
        return happenings(all(Sort.EVENT).stream()
                .filter(event -> event.text("/involvedObject/uid").equals(about.uid())));
    }

    private static List<Happening> happenings(Stream<Thing> events) {
        return events.map(Happening::read)
                .sorted(Comparator.comparing(Happening::last).reversed())
                .toList();
    }
}

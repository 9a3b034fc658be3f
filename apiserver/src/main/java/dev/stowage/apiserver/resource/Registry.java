package dev.stowage.apiserver.resource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// All resources that are served. They come and go while requests are answered; a reader sees one state as a whole.
public final class Registry {
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile State state = new State(0, new LinkedHashMap<>(), Map.of());

    private record Place(String group, String version, String plural) {}

    private record State(long generation, SequencedMap<String, Resource> resources, Map<Place, Resource> places) {}

    /// What is served at `/apis/<group>/<version>/<plural>`.
    public Optional<Resource> find(String group, String version, String plural) {
        return Optional.ofNullable(state.places().get(new Place(group, version, plural)));
    }

    public boolean serves(String group, String version) {
        return state.places().keySet().stream()
                .anyMatch(
                        place -> place.group().equals(group) && place.version().equals(version));
    }

    /// In the order in which they came.
    public List<Resource> all() {
        return List.copyOf(state.resources().values());
    }

    /// Grows with each change, so that what was made from all resources can be kept until then.
    public long generation() {
        return state.generation();
    }

    /// Adds a resource, or replaces the one of the same group and plural.
    public synchronized void put(Resource resource) {
        SequencedMap<String, Resource> resources = new LinkedHashMap<>(state.resources());
        resources.put(name(resource.group(), resource.names().plural()), resource);
        become(resources);
    }

    public synchronized void putAll(List<Resource> more) {
        SequencedMap<String, Resource> resources = new LinkedHashMap<>(state.resources());
        more.forEach(resource ->
                resources.put(name(resource.group(), resource.names().plural()), resource));
        become(resources);
    }

    public synchronized void remove(String group, String plural) {
        SequencedMap<String, Resource> resources = new LinkedHashMap<>(state.resources());
        if (resources.remove(name(group, plural)) != null) {
            become(resources);
        }
    }

    /// @param listener told, within the change, that there are other resources now; it must not wait for anything
    public void afterChange(Runnable listener) {
        listeners.add(listener);
    }

    private void become(SequencedMap<String, Resource> resources) {
        Map<Place, Resource> places = HashMap.newHashMap(resources.size() * 2);
        for (Resource resource : new ArrayList<>(resources.values())) {
            for (String version : resource.versions()) {
                places.put(new Place(resource.group(), version, resource.names().plural()), resource);
            }
        }
        state = new State(state.generation() + 1, resources, places);
        listeners.forEach(Runnable::run);
    }

    private static String name(String group, String plural) {
        return plural + "." + group;
    }
}

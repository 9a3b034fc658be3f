package dev.stowage.apiserver.resource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// All served resources. They can be added and removed while requests are running; a reader sees a consistent
/// state.
public final class ServedResources {
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile State state = new State(0, new LinkedHashMap<>(), Map.of());

    private record Place(String group, String version, String plural) {}

    private record State(
            long generation,
            SequencedMap<String, ResourceDescriptor> resources,
            Map<Place, ResourceDescriptor> places) {}

    /// The resource at `/apis/<group>/<version>/<plural>`.
    public Optional<ResourceDescriptor> find(String group, String version, String plural) {
        return Optional.ofNullable(state.places().get(new Place(group, version, plural)));
    }

    public boolean serves(String group, String version) {
        return state.places().keySet().stream()
                .anyMatch(
                        place -> place.group().equals(group) && place.version().equals(version));
    }

    /// In the order in which they were added.
    public List<ResourceDescriptor> all() {
        return List.copyOf(state.resources().values());
    }

    /// Grows with each change, so that documents about all resources can be cached until then.
    public long generation() {
        return state.generation();
    }

    /// Adds a resource, or replaces the one of the same group and plural.
    public synchronized void put(ResourceDescriptor resourceDescriptor) {
        SequencedMap<String, ResourceDescriptor> resources = new LinkedHashMap<>(state.resources());
        resources.put(
                name(resourceDescriptor.group(), resourceDescriptor.names().plural()), resourceDescriptor);
        become(resources);
    }

    public synchronized void putAll(List<ResourceDescriptor> more) {
        SequencedMap<String, ResourceDescriptor> resources = new LinkedHashMap<>(state.resources());
        more.forEach(resourceDescriptor -> resources.put(
                name(resourceDescriptor.group(), resourceDescriptor.names().plural()), resourceDescriptor));
        become(resources);
    }

    public synchronized void remove(String group, String plural) {
        SequencedMap<String, ResourceDescriptor> resources = new LinkedHashMap<>(state.resources());
        if (resources.remove(name(group, plural)) != null) {
            become(resources);
        }
    }

    /// @param listener called within the change when the set of resources is different; it must not block
    public void afterChange(Runnable listener) {
        listeners.add(listener);
    }

    private void become(SequencedMap<String, ResourceDescriptor> resources) {
        Map<Place, ResourceDescriptor> places = HashMap.newHashMap(resources.size() * 2);
        for (ResourceDescriptor resourceDescriptor : new ArrayList<>(resources.values())) {
            for (String version : resourceDescriptor.versions()) {
                places.put(
                        new Place(
                                resourceDescriptor.group(),
                                version,
                                resourceDescriptor.names().plural()),
                        resourceDescriptor);
            }
        }
        state = new State(state.generation() + 1, resources, places);
        listeners.forEach(Runnable::run);
    }

    private static String name(String group, String plural) {
        return plural + "." + group;
    }
}

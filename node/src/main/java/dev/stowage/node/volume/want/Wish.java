package dev.stowage.node.volume.want;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.spec.NodePod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a pod wants of volumes.
///
/// @param wanted those of drivers
/// @param local those that need none, as the pod lists them
/// @param troubles why others cannot even be looked for, by their names in the pod
public record Wish(List<Wanted> wanted, List<JsonNode> local, Map<String, String> troubles) {
    public static final Wish NOTHING = new Wish(List.of(), List.of(), Map.of());

    public Wish {
        wanted = List.copyOf(wanted);
        local = List.copyOf(local);
        troubles = Map.copyOf(troubles);
    }

    public static Wish of(NodePod pod, Catalog catalog) {
        Uses uses = Uses.of(pod);
        Map<Spot, Wanted> wanted = new LinkedHashMap<>();
        List<JsonNode> local = new ArrayList<>();
        Map<String, String> troubles = new LinkedHashMap<>();
        for (JsonNode volume : pod.volumes()) {
            String name = volume.path("name").asText("");
            if (!uses.has(name)) {
                continue;
            }
            if (catalog.local().test(volume)) {
                local.add(volume);
                continue;
            }
            try {
                Wanted found = Lookup.of(pod, volume, uses, catalog);
                wanted.merge(found.spot(), found, (before, _) -> before.alsoAs(name));
            } catch (WishTrouble e) {
                troubles.put(name, e.text());
            } catch (IllegalArgumentException e) {
                String why = e.getMessage();
                troubles.put(name, why == null ? e.toString() : why);
            }
        }
        return new Wish(List.copyOf(wanted.values()), local, troubles);
    }

    /// Once a volume was found, it stays wanted until the pod is gone, whatever becomes of its claim: what is not
    /// known any more is no reason to take something away.
    public Wish keeping(Wish before) {
        List<Wanted> all = new ArrayList<>(wanted);
        Map<String, String> left = new LinkedHashMap<>(troubles);
        for (Wanted old : before.wanted) {
            if (wanted.stream().noneMatch(now -> now.spot().equals(old.spot()))) {
                all.add(old);
                old.names().forEach(left::remove);
            }
        }
        return new Wish(all, local, left);
    }
}

package dev.stowage.node.volumemanager.desired;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.builtinvolume.BuiltInVolume;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.PodVolumeKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The desired volumes of a pod.
///
/// @param desired those of drivers
/// @param builtIn those without a driver
/// @param failures why others cannot be resolved, by their names in the pod
public record DesiredPodVolumes(
        List<DesiredVolume> desired, List<BuiltInVolume> builtIn, Map<String, String> failures) {
    public static final DesiredPodVolumes NOTHING = new DesiredPodVolumes(List.of(), List.of(), Map.of());

    public DesiredPodVolumes {
        desired = List.copyOf(desired);
        builtIn = List.copyOf(builtIn);
        failures = Map.copyOf(failures);
    }

    public static DesiredPodVolumes of(NodePod pod, ObjectLookup objectLookup) {
        UsedVolumes usedVolumes = UsedVolumes.of(pod);
        Map<PodVolumeKey, DesiredVolume> desired = new LinkedHashMap<>();
        List<BuiltInVolume> local = new ArrayList<>();
        Map<String, String> failures = new LinkedHashMap<>();
        for (JsonNode volume : pod.volumes()) {
            String name = volume.path("name").asText("");
            if (!usedVolumes.has(name)) {
                continue;
            }
            if (objectLookup.builtIn().test(volume)) {
                local.add(BuiltInVolume.inline(volume));
                continue;
            }
            try {
                switch (VolumeResolver.of(pod, volume, usedVolumes, objectLookup)) {
                    case ResolvedVolume.OfDriver(DesiredVolume found) ->
                        desired.merge(found.podVolumeKey(), found, (before, _) -> before.alsoAs(name));
                    case ResolvedVolume.BuiltIn(BuiltInVolume found) -> local.add(found);
                }
            } catch (VolumeResolveException e) {
                failures.put(name, e.text());
            } catch (IllegalArgumentException e) {
                String why = e.getMessage();
                failures.put(name, why == null ? e.toString() : why);
            }
        }
        return new DesiredPodVolumes(List.copyOf(desired.values()), local, failures);
    }

    /// A volume that was resolved stays desired until the pod is released, whatever happens to its claim:
    /// missing information is no reason to unmount.
    public DesiredPodVolumes retaining(DesiredPodVolumes before) {
        List<DesiredVolume> all = new ArrayList<>(desired);
        Map<String, String> left = new LinkedHashMap<>(failures);
        for (DesiredVolume old : before.desired) {
            if (desired.stream().noneMatch(now -> now.podVolumeKey().equals(old.podVolumeKey()))) {
                all.add(old);
                old.names().forEach(left::remove);
            }
        }
        return new DesiredPodVolumes(all, builtIn, left);
    }
}

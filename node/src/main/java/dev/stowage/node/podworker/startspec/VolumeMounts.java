package dev.stowage.node.podworker.startspec;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.linux.Stat;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import dev.stowage.node.runtime.ContainerDevice;
import dev.stowage.node.runtime.ContainerMount;
import dev.stowage.node.runtime.ContainerMount.Propagation;
import dev.stowage.node.subpath.SubPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The volume mounts of a container, with or without a subPath.
final class VolumeMounts {
    private final NodePod pod;
    private final JsonNode container;
    private final Map<String, HostVolume> volumes;
    private final SubPaths parts;

    VolumeMounts(NodePod pod, JsonNode container, Map<String, HostVolume> volumes, SubPaths parts) {
        this.pod = pod;
        this.container = container;
        this.volumes = volumes;
        this.parts = parts;
    }

    /// @param environment for parts whose name depends on it
    List<ContainerMount> mounts(Map<String, String> environment) throws IOException {
        var mounts = new ArrayList<ContainerMount>();
        int index = 0;
        for (JsonNode mount : container.path("volumeMounts")) {
            String target = mount.path("mountPath").asText("");
            HostVolume volume = volume(mount, "mount");
            String part = part(mount, environment);
            if (volume.image().isPresent()) {
                mounts.add(image(volume, volume.image().get(), part, absolute(target)));
                index++;
                continue;
            }
            Path source = part.isEmpty()
                    ? volume.path()
                    : parts.prepare(pod, container.path("name").asText(""), index, volume, part);
            boolean readOnly = volume.readOnly() || mount.path("readOnly").asBoolean();
            mounts.add(new ContainerMount(source, absolute(target), readOnly, propagation(mount)));
            index++;
        }
        return mounts;
    }

    private static String absolute(String target) {
        return target.startsWith("/") ? target : "/" + target;
    }

    private ContainerMount image(HostVolume volume, String id, String part, String target) {
        String reference = pod.volume(volume.name())
                .map(found -> found.path("image").path("reference").asText(""))
                .orElse("");
        return ContainerMount.ofImage(new ContainerMount.ImageSource(id, reference, part), target);
    }

    private static String part(JsonNode mount, Map<String, String> environment) throws ContainerConfigException {
        String expression = mount.path("subPathExpr").asText("");
        String part = expression.isEmpty()
                ? mount.path("subPath").asText("")
                : VariableExpansion.strictly(expression, environment);
        if (part.startsWith("/")) {
            throw new ContainerConfigException("error SubPath `" + part + "` must not be an absolute path");
        }
        if (List.of(part.split("/", -1)).contains("..")) {
            throw new ContainerConfigException("unable to provision SubPath `" + part + "`: must not contain '..'");
        }
        return part;
    }

    private static Propagation propagation(JsonNode mount) {
        return switch (mount.path("mountPropagation").asText("")) {
            case "HostToContainer" -> Propagation.HOST_TO_CONTAINER;
            case "Bidirectional" -> Propagation.BIDIRECTIONAL;
            default -> Propagation.NONE;
        };
    }

    List<ContainerDevice> devices() throws IOException {
        var devices = new ArrayList<ContainerDevice>();
        for (JsonNode device : container.path("volumeDevices")) {
            HostVolume volume = volume(device, "map");
            requireDevice(volume);
            devices.add(
                    new ContainerDevice(volume.path(), device.path("devicePath").asText(""), volume.readOnly()));
        }
        return devices;
    }

    /// A container must not write to an empty file instead of the volume.
    private static void requireDevice(HostVolume volume) throws IOException {
        if (Files.exists(volume.path()) && !Stat.of(volume.path().toRealPath()).isBlockDevice()) {
            throw new IOException("volume \"" + volume.name() + "\" is not mapped: " + volume.path()
                    + " does not lead to a block device");
        }
    }

    private HostVolume volume(JsonNode use, String how) throws ContainerConfigException {
        String name = use.path("name").asText("");
        HostVolume volume = volumes.get(name);
        if (volume == null) {
            throw new ContainerConfigException("cannot find volume \"%s\" to %s into container \"%s\""
                    .formatted(name, how, container.path("name").asText("")));
        }
        return volume;
    }
}

package dev.stowage.node.builtinvolume;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.linux.file.BeneathResolver;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.fsgroup.VolumeOwnership;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import dev.stowage.node.token.TokenCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// Mounts all built-in volume types.
public final class BuiltInVolumePlugins implements BuiltInVolumes {
    private static final int NESTED_MODE = 0755;

    private final NodeContext nodeContext;
    private final Informer<Node> nodes;
    private final TokenCache tokenCache;
    private final ObjectProjection objects;
    private final EmptyDirVolumes folders;
    private final NodeVolumes nodeVolumes;

    public BuiltInVolumePlugins(NodeContext nodeContext) {
        this.nodeContext = nodeContext;
        this.nodes = nodeContext.informers().of(Kinds.NODES);
        this.tokenCache = new TokenCache(nodeContext.api(), nodeContext.clock());
        this.objects = new ObjectProjection(nodeContext.api(), tokenCache, this::allocatable);
        this.folders = new EmptyDirVolumes(nodeContext.paths(), Mounts.system());
        this.nodeVolumes = new NodeVolumes(nodeContext, Mounts.system());
    }

    /// Whether a mount is a volume in memory that this class, in any process, mounted.
    public static boolean isVolumeInMemory(MountPoint mount) {
        return mount.fsType().equals("tmpfs") && mount.source().equals(EmptyDirVolumes.SOURCE);
    }

    @Override
    public boolean knows(JsonNode volume) {
        return BuiltInVolumeType.of(volume).isPresent();
    }

    @Override
    public boolean changes(BuiltInVolume volume) {
        return BuiltInVolumeType.of(volume.source())
                .filter(BuiltInVolumeType::isMadeOfFiles)
                .isPresent();
    }

    @Override
    public boolean owns(String plugin) {
        return BuiltInVolumeType.ofPlugin(plugin).isPresent();
    }

    @Override
    public HostVolume setUp(NodePod pod, BuiltInVolume volume) throws IOException, InterruptedException {
        String name = volume.name();
        BuiltInVolumeType kind = BuiltInVolumeType.of(volume.source())
                .orElseThrow(
                        () -> new IOException("volume \"" + name + "\" has a type that this node does not support"));
        JsonNode source = kind.source(volume.source());
        return switch (kind) {
            case HOST_PATH, LOCAL, NFS -> nodeVolumes.setUp(pod, kind, volume);
            // The container runtime mounts it.
            case IMAGE -> HostVolume.ofImage(name);
            case EMPTY_DIR -> {
                Path folder = nodeContext.paths().volume(pod.uid(), kind.plugin(), name);
                setUpEmpty(pod, folder, name, source);
                yield new HostVolume(name, folder, false, false);
            }
            case CONFIG_MAP, SECRET, DOWNWARD_API, PROJECTED -> project(pod, kind, name, source);
        };
    }

    private HostVolume project(NodePod pod, BuiltInVolumeType kind, String name, JsonNode source)
            throws IOException, InterruptedException {
        Path folder = nodeContext.paths().volume(pod.uid(), kind.plugin(), name);
        // Read first: a volume that cannot be filled leaves nothing behind.
        ProjectionPayload payload = objects.of(pod, kind, source);
        Long memory = kind.staysInMemory() ? TmpfsSize.of(pod, source, allocatable()) : null;
        folders.setUp(pod.uid(), folder, wrapped(name), memory, pod.fsGroup());
        makeNested(pod, name, folder);
        new AtomicWriter(folder).write(payload, nodeContext.clock().instant(), () -> give(pod, folder));
        return new HostVolume(name, folder, true, false);
    }

    private void setUpEmpty(NodePod pod, Path folder, String name, JsonNode source) throws IOException {
        String medium = source.path("medium").asText("");
        switch (medium) {
            case "" -> folders.setUp(pod.uid(), folder, name, null, pod.fsGroup());
            case "Memory" ->
                folders.setUp(pod.uid(), folder, name, TmpfsSize.of(pod, source, allocatable()), pod.fsGroup());
            default -> throw new IOException("unknown storage medium \"" + medium + "\"");
        }
    }

    private static void makeNested(NodePod pod, String name, Path folder) throws IOException {
        var nested = NestedMounts.in(pod, name);
        if (nested.isEmpty()) {
            return;
        }
        try (BeneathResolver beneathResolver = BeneathResolver.followingLinks(folder)) {
            for (String place : nested) {
                if (Files.notExists(folder.resolve(place))) {
                    beneathResolver.ensureDirectory(place, NESTED_MODE).close();
                }
            }
        }
    }

    private static void give(NodePod pod, Path folder) throws IOException {
        Long group = pod.fsGroup();
        if (group != null) {
            VolumeOwnership.apply(folder, group, true, "");
        }
    }

    @Override
    public void tearDown(String podUid, String plugin, String name) throws IOException {
        BuiltInVolumeType kind = BuiltInVolumeType.ofPlugin(plugin)
                .orElseThrow(() -> new IOException(plugin + " is not a built-in volume type"));
        switch (kind) {
            case HOST_PATH, LOCAL, NFS, IMAGE -> nodeVolumes.tearDown(podUid, kind, name);
            case EMPTY_DIR, CONFIG_MAP, SECRET, DOWNWARD_API, PROJECTED -> {
                if (kind == BuiltInVolumeType.PROJECTED) {
                    tokenCache.forget(podUid);
                }
                folders.tearDown(
                        podUid,
                        nodeContext.paths().volume(podUid, plugin, name),
                        kind == BuiltInVolumeType.EMPTY_DIR ? name : wrapped(name));
            }
        }
    }

    @Override
    public void unmapDevices(String podUid) throws IOException {
        nodeVolumes.unmapDevices(podUid);
    }

    /// What a kubelet calls the empty folder below a volume of files.
    private static String wrapped(String name) {
        return "wrapped_" + name;
    }

    private Map<String, Long> allocatable() {
        return nodes.find(nodeContext.node()).map(Node::allocatable).orElse(Map.of());
    }
}

package dev.stowage.node.local;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Node;
import dev.stowage.linux.file.BeneathResolver;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.Shared;
import dev.stowage.node.group.FsGroup;
import dev.stowage.node.spec.NodePod;
import dev.stowage.node.token.Tokens;
import dev.stowage.node.volume.HostVolume;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// All of them.
public final class NodeLocalVolumes implements LocalVolumes {
    private static final int NESTED_MODE = 0755;

    private final Shared shared;
    private final Informer<Node> nodes;
    private final Tokens tokens;
    private final ObjectFiles objects;
    private final EmptyFolders folders;

    public NodeLocalVolumes(Shared shared) {
        this.shared = shared;
        this.nodes = shared.informers().of(Kinds.NODES);
        this.tokens = new Tokens(shared.api(), shared.clock());
        this.objects = new ObjectFiles(shared.api(), tokens, this::allocatable);
        this.folders = new EmptyFolders(shared.paths(), Mounts.system());
    }

    @Override
    public boolean knows(JsonNode volume) {
        return LocalKind.of(volume).isPresent();
    }

    @Override
    public boolean changes(JsonNode volume) {
        return LocalKind.of(volume).filter(LocalKind::isMadeOfFiles).isPresent();
    }

    @Override
    public boolean owns(String plugin) {
        return LocalKind.ofPlugin(plugin).isPresent();
    }

    @Override
    public HostVolume setUp(NodePod pod, JsonNode volume) throws IOException, InterruptedException {
        String name = volume.path("name").asText("");
        LocalKind kind = LocalKind.of(volume)
                .orElseThrow(() -> new IOException("this node has no volumes of the kind of \"" + name + "\""));
        JsonNode source = kind.source(volume);
        if (kind == LocalKind.HOST_PATH) {
            return new HostVolume(name, HostPaths.check(source), false, false);
        }
        Path folder = shared.paths().volume(pod.uid(), kind.plugin(), name);
        if (kind == LocalKind.EMPTY_DIR) {
            setUpEmpty(pod, folder, name, source);
            return new HostVolume(name, folder, false, false);
        }
        // Read first: a volume that cannot be filled leaves nothing behind.
        Payload payload = objects.of(pod, kind, source);
        Long memory = kind.staysInMemory() ? MemorySize.of(pod, source, allocatable()) : null;
        folders.setUp(pod.uid(), folder, wrapped(name), memory, pod.fsGroup());
        makeNested(pod, name, folder);
        new AtomicFolder(folder).write(payload, shared.clock().instant(), () -> give(pod, folder));
        return new HostVolume(name, folder, true, false);
    }

    private void setUpEmpty(NodePod pod, Path folder, String name, JsonNode source) throws IOException {
        String medium = source.path("medium").asText("");
        switch (medium) {
            case "" -> folders.setUp(pod.uid(), folder, name, null, pod.fsGroup());
            case "Memory" ->
                folders.setUp(pod.uid(), folder, name, MemorySize.of(pod, source, allocatable()), pod.fsGroup());
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
            FsGroup.apply(folder, group, true, "");
        }
    }

    @Override
    public void tearDown(String podUid, String plugin, String name) throws IOException {
        LocalKind kind = LocalKind.ofPlugin(plugin)
                .orElseThrow(() -> new IOException(plugin + " is no kind of volume that needs no driver"));
        if (kind == LocalKind.PROJECTED) {
            tokens.forget(podUid);
        }
        folders.tearDown(
                podUid,
                shared.paths().volume(podUid, plugin, name),
                kind == LocalKind.EMPTY_DIR ? name : wrapped(name));
    }

    /// What a kubelet calls the empty folder below a volume of files.
    private static String wrapped(String name) {
        return "wrapped_" + name;
    }

    private Map<String, Long> allocatable() {
        return nodes.find(shared.node()).map(Node::allocatable).orElse(Map.of());
    }
}

package dev.stowage.node.builtinvolume;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.text.GoQuote;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.blockdevice.MappedDevice;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.localvolume.LocalBlockVolumes;
import dev.stowage.node.localvolume.LocalVolumes;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import dev.stowage.node.podvolumes.VolumeSetUpException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// Volumes whose data exists before the pod and stays after it: hostPath, local and nfs.
final class NodeVolumes {
    private final EventRecorder events;
    private final LocalVolumes local;
    private final LocalBlockVolumes localBlock;
    private final NfsVolumes nfs;

    NodeVolumes(NodeContext nodeContext, Mounts mounts) {
        this.events = nodeContext.events();
        this.local = new LocalVolumes(nodeContext.paths(), mounts, events);
        this.localBlock = new LocalBlockVolumes(nodeContext.paths(), mounts);
        this.nfs = new NfsVolumes(nodeContext.paths(), mounts);
    }

    HostVolume setUp(NodePod pod, BuiltInVolumeType kind, BuiltInVolume volume) throws IOException {
        if (volume.block()) {
            return map(pod, kind, volume);
        }
        return switch (kind) {
            case HOST_PATH -> {
                refuseOptions(volume);
                Path path = HostPathVolumes.check(kind.source(volume.source()));
                yield new HostVolume(volume.name(), path, volume.readOnly(), false);
            }
            case LOCAL -> {
                Path mount = local.setUp(pod, persistentVolume(volume), volume.readOnly());
                yield new HostVolume(volume.name(), mount, volume.readOnly(), false);
            }
            case NFS -> setUpNfs(pod, kind.source(volume.source()), volume);
            case IMAGE, EMPTY_DIR, CONFIG_MAP, SECRET, DOWNWARD_API, PROJECTED ->
                throw new IllegalArgumentException(kind + " belongs to one pod");
        };
    }

    private HostVolume setUpNfs(NodePod pod, JsonNode source, BuiltInVolume volume) throws IOException {
        boolean readOnly = volume.persistentVolume().isPresent()
                ? volume.readOnly()
                : source.path("readOnly").asBoolean();
        List<String> options =
                volume.persistentVolume().map(PersistentVolume::mountOptions).orElse(List.of());
        Path mount = nfs.setUp(pod.uid(), volume.specName(), source, options, readOnly);
        return new HostVolume(volume.name(), mount, readOnly, false);
    }

    private static void refuseOptions(BuiltInVolume volume) throws IOException {
        if (volume.persistentVolume().filter(pv -> !pv.mountOptions().isEmpty()).isPresent()) {
            throw new VolumeSetUpException(
                    "MountVolume.MountOptionSupport check failed",
                    "mount options are not supported for this volume type");
        }
    }

    private HostVolume map(NodePod pod, BuiltInVolumeType kind, BuiltInVolume volume) throws IOException {
        if (kind != BuiltInVolumeType.LOCAL) {
            throw new VolumeSetUpException(
                    "MapVolume.FindMapperPluginBySpec failed",
                    "failed to find BlockVolumeMapper plugin. Volume plugin is nil.");
        }
        MappedDevice mapped = localBlock.map(pod.uid(), persistentVolume(volume));
        recordMapped(
                pod, volume, "globalMapPath", requireNonNull(mapped.global().getParent()));
        recordMapped(pod, volume, "volumeMapPath", requireNonNull(mapped.link().getParent()));
        return new HostVolume(volume.name(), mapped.link(), volume.readOnly(), true);
    }

    private void recordMapped(NodePod pod, BuiltInVolume volume, String what, Path where) {
        events.normal(
                pod.reference(),
                "SuccessfulMountVolume",
                "MapVolume.MapPodDevice succeeded for volume " + GoQuote.of(volume.specName()) + " " + what + " "
                        + GoQuote.of(where.toString()));
    }

    private static PersistentVolume persistentVolume(BuiltInVolume volume) throws IOException {
        return volume.persistentVolume().orElseThrow(() -> new IOException("a local volume needs a PersistentVolume"));
    }

    void tearDown(String podUid, BuiltInVolumeType kind, String name) throws IOException {
        switch (kind) {
            case LOCAL -> local.tearDown(podUid, name);
            case NFS -> nfs.tearDown(podUid, name);
            case HOST_PATH, IMAGE, EMPTY_DIR, CONFIG_MAP, SECRET, DOWNWARD_API, PROJECTED ->
                throw new IllegalArgumentException(kind + " is not mounted for a pod");
        }
    }

    void unmapDevices(String podUid) throws IOException {
        localBlock.unmapAll(podUid);
    }
}

package dev.stowage.node.layout;

import dev.stowage.k8s.names.CsiKeys;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The directories of the kubelet. Every part of a path that comes from outside must be a single path
/// component.
///
/// @param root usually `/var/lib/kubelet`
/// @param logs usually `/var/log/pods`
public record KubeletPaths(Path root, Path logs) {
    /// The directory of CSI volumes, in pods and among plug-ins.
    public static final String CSI_IN_PODS = CsiKeys.PLUGIN_DIRECTORY;

    /// The directory of local volumes, in pods and among plug-ins.
    public static final String LOCAL_IN_PODS = "kubernetes.io~local-volume";

    private static final String CSI_PLUGIN = "kubernetes.io/csi";
    private static final String LOCAL_PLUGIN = "kubernetes.io/local-volume";

    public Path pluginRegistry() {
        return root.resolve("plugins_registry");
    }

    public Path plugins() {
        return root.resolve("plugins");
    }

    public Path pods() {
        return root.resolve("pods");
    }

    public Path pod(String uid) {
        return pods().resolve(component(uid));
    }

    /// State of this node that the kubelet does not have.
    public Path journal() {
        return root.resolve("stowage");
    }

    public Path volumes(String uid) {
        return pod(uid).resolve("volumes");
    }

    /// @param plugin the directory name, such as `kubernetes.io~empty-dir`
    public Path volume(String uid, String plugin, String name) {
        return volumes(uid).resolve(component(plugin)).resolve(component(name));
    }

    /// The directory of a CSI volume in a pod; the mount itself is `mount` in it.
    public Path csiVolume(String uid, String specName) {
        return volume(uid, CSI_IN_PODS, specName);
    }

    public Path csiMount(String uid, String specName) {
        return csiVolume(uid, specName).resolve("mount");
    }

    /// The directory of a staged volume; the mount itself is `globalmount` in it.
    public Path csiDevice(String driver, String handle) {
        return csi().resolve(component(driver)).resolve(digest(handle));
    }

    public Path csiStaging(String driver, String handle) {
        return csiDevice(driver, handle).resolve("globalmount");
    }

    public Path csi() {
        return plugins().resolve(CSI_PLUGIN);
    }

    public Path blockDevices() {
        return csi().resolve("volumeDevices");
    }

    public Path blockStaging(String specName) {
        return blockDevices().resolve("staging").resolve(component(specName));
    }

    public Path blockPublish(String specName, String uid) {
        return blockDevices().resolve("publish").resolve(component(specName)).resolve(component(uid));
    }

    /// Contains `dev` and `data`.
    public Path blockDevice(String specName) {
        return blockDevices().resolve(component(specName));
    }

    /// A link to the device in a pod.
    public Path blockLink(String uid, String specName) {
        return volumeDevices(uid).resolve(CSI_IN_PODS).resolve(component(specName));
    }

    public Path volumeDevices(String uid) {
        return pod(uid).resolve("volumeDevices");
    }

    /// The mount of the file system on the device of a local volume, for all pods.
    public Path localDeviceMount(String specName) {
        return plugins().resolve(LOCAL_PLUGIN).resolve("mounts").resolve(component(specName));
    }

    /// The raw devices of local volumes: a directory for each volume, with an entry for each pod.
    public Path localDevices() {
        return plugins().resolve(LOCAL_IN_PODS).resolve("volumeDevices");
    }

    public Path localDevice(String specName) {
        return localDevices().resolve(component(specName));
    }

    public Path localDeviceLink(String uid, String specName) {
        return volumeDevices(uid).resolve(LOCAL_IN_PODS).resolve(component(specName));
    }

    public Path subPath(String uid, String volume, String container, int mount) {
        return pod(uid).resolve("volume-subpaths")
                .resolve(component(volume))
                .resolve(component(container))
                .resolve(String.valueOf(mount));
    }

    public Path container(String uid, String name) {
        return pod(uid).resolve("containers").resolve(component(name));
    }

    public Path podLogs(String namespace, String name, String uid) {
        return logs.resolve(component(namespace + "_" + name + "_" + uid));
    }

    /// A safe file name for a text whose characters or length could be a problem.
    public static String digest(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is missing in this Java runtime", e);
        }
    }

    private static String component(String name) {
        if (name.isEmpty() || name.equals(".") || name.equals("..") || name.indexOf('/') >= 0 || name.indexOf(0) >= 0) {
            throw new IllegalArgumentException("\"" + name + "\" is not a valid directory name");
        }
        return name;
    }
}

package dev.stowage.node.builtinvolume;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.linux.exec.CommandFailedException;
import dev.stowage.linux.exec.CommandRunner;
import dev.stowage.linux.file.Directories;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.layout.KubeletPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Volumes of NFS servers. They are mounted with `mount`, because the addresses and versions that the kernel
/// needs are found by its helper `mount.nfs`.
final class NfsVolumes {
    /// The helper itself gives up after two minutes.
    private static final Duration DEADLINE = Duration.ofMinutes(3);

    /// The server is the beginning of an argument, and must not look like an option.
    private static final Pattern SERVER = Pattern.compile("[A-Za-z0-9\\[][A-Za-z0-9.:\\[\\]%_-]*");

    private final KubeletPaths paths;
    private final Mounts mounts;

    NfsVolumes(KubeletPaths paths, Mounts mounts) {
        this.paths = paths;
        this.mounts = mounts;
    }

    Path setUp(String podUid, String name, JsonNode source, List<String> options, boolean readOnly) throws IOException {
        Path target = target(podUid, name);
        if (isMounted(target)) {
            return target;
        }
        String server = source.path("server").asText("");
        String export = source.path("path").asText("");
        if (!SERVER.matcher(server).matches() || !export.startsWith("/") || export.indexOf('\0') >= 0) {
            throw new IOException("\"" + server + ":" + export.replace('\0', '?') + "\" is not a valid NFS source");
        }
        Directories.ensure(target);
        List<String> all = new ArrayList<>(options);
        if (readOnly) {
            all.add("ro");
        }
        List<String> argv = new ArrayList<>(List.of("mount", "-t", "nfs"));
        if (!all.isEmpty()) {
            argv.addAll(List.of("-o", String.join(",", all)));
        }
        argv.addAll(List.of(server + ":" + export, target.toString()));
        try {
            var _ = CommandRunner.run(DEADLINE, argv);
        } catch (CommandFailedException e) {
            throw new IOException(
                    "mount failed: exit status " + e.status() + "\nMounting command: mount\nMounting arguments: "
                            + String.join(" ", argv.subList(1, argv.size())) + "\nOutput: " + e.tail(),
                    e);
        }
        return target;
    }

    void tearDown(String podUid, String name) throws IOException {
        Path target = target(podUid, name);
        if (isMounted(target)) {
            mounts.unmount(target);
        }
        Files.deleteIfExists(target);
    }

    private Path target(String podUid, String name) {
        return paths.volume(podUid, BuiltInVolumeType.NFS.plugin(), name);
    }

    /// By its parent: a server that does not respond would block a check of the mount itself.
    private boolean isMounted(Path target) throws IOException {
        return Files.isDirectory(requireNonNull(target.getParent()), LinkOption.NOFOLLOW_LINKS)
                && mounts.at(target).isPresent();
    }
}

package dev.stowage.cli.doctor;

import dev.stowage.explain.doctor.node.MountProbe;
import dev.stowage.explain.doctor.node.MountProbe.Result;
import dev.stowage.linux.Errno;
import dev.stowage.linux.LinuxException;
import dev.stowage.linux.SyscallRefusedException;
import dev.stowage.linux.UncertainOutcomeException;
import dev.stowage.linux.file.FileSystems;
import dev.stowage.linux.mountinfo.MountPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Probes the mounts below the kubelet root, and those of network and FUSE file systems.
record MountProber(TimedReader reader, Path root) {
    private static final int MOST = 2000;

    List<MountProbe> of(List<MountPoint> mounts) throws InterruptedException {
        // What is mounted over cannot be reached, so the last one at each place counts.
        Map<Path, MountPoint> visible = new LinkedHashMap<>();
        mounts.stream().filter(this::matters).forEach(mount -> visible.put(mount.target(), mount));
        List<MountPoint> asked = visible.values().stream().limit(MOST).toList();
        return TimedReader.each(asked, mount -> new MountProbe(mount, answer(mount)));
    }

    private boolean matters(MountPoint mount) {
        String type = mount.fsType();
        return mount.target().startsWith(root)
                || type.startsWith("nfs")
                || type.startsWith("fuse.")
                || type.equals("fuse")
                || type.equals("cifs")
                || type.equals("smb3")
                || type.equals("ceph")
                || type.equals("9p");
    }

    private Result answer(MountPoint mount) {
        // File systems without their own device have a number that begins with 0.
        if (mount.major() > 0 && Files.notExists(Path.of("/sys/dev/block", mount.device()))) {
            return new Result.Stale("its device does not exist any more");
        }
        try {
            FileSystems.probe(mount.target(), reader.calls());
            return new Result.Healthy();
        } catch (UncertainOutcomeException | SyscallRefusedException e) {
            return new Result.TimedOut();
        } catch (LinuxException e) {
            return means(e);
        } catch (IOException e) {
            return new Result.Unexpected(String.valueOf(e.getMessage()));
        }
    }

    private static Result means(LinuxException e) {
        Errno errno = e.errno();
        return switch (errno) {
            case ENOTCONN, ESTALE, EIO, EHOSTDOWN, ENODEV, ENXIO -> new Result.Stale(errno.text());
            // A mounted device or file; a FUSE server that only serves its owner; unmounted since the table was read.
            case ENOTDIR, EACCES, EPERM, ENOENT -> new Result.Healthy();
            default -> new Result.Unexpected(errno.text());
        };
    }
}

package dev.stowage.cli.up.cleanup;

import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.linux.mountinfo.MountTable;
import dev.stowage.linux.process.ProcessDescriptor;
import dev.stowage.linux.process.ProcessExits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Cleans up after a cluster that was killed or could not stop in order: its processes, the mounts that it made, and
/// its loop devices. Files are kept, and so is every other mount: a mount of the cluster that holds one stays, too.
public final class HostCleanup {
    private static final Logger log = LoggerFactory.getLogger(HostCleanup.class);
    private static final int SIGKILL = 9;
    private static final Duration DEATH = Duration.ofSeconds(10);

    /// A pool in a file can only be detached when the devices of images in it are, and those when nothing is mounted
    /// from them: each round handles one level.
    private static final int ROUNDS = 4;

    /// A device that another process, such as udev, has open is detached when it is closed.
    private static final Duration UDEV_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(30);

    private HostCleanup() {}

    /// @return what is still there
    public static HostResources of(Path data) throws IOException, InterruptedException {
        HostResources left = HostResources.of(data);
        end(left.processes());
        Set<LoopDevice> detached = new HashSet<>();
        for (int round = 0; round < ROUNDS && !left.isNone(); round++) {
            boolean last = round == ROUNDS - 1;
            left.mounts().forEach(mount -> unmount(mount, last));
            // Once is enough: a device in use is detached with its last user, and its number may then be reused.
            left.devices().stream()
                    .filter(device -> !detached.contains(device) && detach(device))
                    .forEach(detached::add);
            left = HostResources.of(data);
        }
        return awaitDetached(data, left);
    }

    private static HostResources awaitDetached(Path data, HostResources found)
            throws IOException, InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        HostResources left = found;
        long end = System.nanoTime() + UDEV_TIMEOUT.toNanos();
        while (!left.devices().isEmpty() && System.nanoTime() < end) {
            boolean _ = never.await(PAUSE.toNanos(), TimeUnit.NANOSECONDS);
            left = HostResources.of(data);
        }
        return left;
    }

    private static void end(List<ContainerProcess> processes) throws IOException, InterruptedException {
        CountDownLatch alive = new CountDownLatch(processes.size());
        try (ProcessExits exits = new ProcessExits("sweep")) {
            for (ContainerProcess process : processes) {
                Optional<ProcessDescriptor> found = ProcessDescriptor.open(process.pid(), process.start());
                if (found.isPresent() && found.get().signal(SIGKILL)) {
                    exits.watch(found.get(), alive::countDown);
                } else {
                    alive.countDown();
                }
            }
            if (!alive.await(DEATH.toMillis(), TimeUnit.MILLISECONDS)) {
                log.warn("Container processes did not exit after SIGKILL: {}", processes);
            }
        }
    }

    private static void unmount(MountPoint mount, boolean last) {
        try {
            if (!isFree(mount, MountTable.read())) {
                log.debug("Not unmounting {}: another mount is in it or on top of it.", mount.target());
            } else if (last) {
                Mounts.system().unmountLazily(mount.target());
            } else {
                Mounts.system().unmount(mount.target());
            }
        } catch (IOException e) {
            log.debug("Cannot unmount {}: {}", mount.target(), e.getMessage());
        }
    }

    /// Whether unmounting at its path unmounts this mount and no other. A lazy unmount takes along what is mounted in
    /// it, and any unmount takes what is on top.
    static boolean isFree(MountPoint mount, MountTable table) {
        List<MountPoint> stacked = table.stackedAt(mount.target());
        return !stacked.isEmpty()
                && isSame(stacked.getLast(), mount)
                && table.mounts().stream().noneMatch(other -> other.parent() == mount.id());
    }

    private static boolean isSame(MountPoint found, MountPoint wanted) {
        return found.id() == wanted.id()
                && found.device().equals(wanted.device())
                && found.root().equals(wanted.root());
    }

    /// @return whether the request succeeded
    private static boolean detach(LoopDevice device) {
        try {
            LoopDevices.system().detach(device);
            return true;
        } catch (IOException e) {
            log.debug("Cannot detach {}: {}", device.node(), e.getMessage());
            return false;
        }
    }
}

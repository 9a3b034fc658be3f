package dev.stowage.cli.up.cleanup;

import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.mount.Mounts;
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

/// Takes away what nobody serves any more: for a cluster that was killed, or whose parts could not end in order. No
/// file is touched.
public final class HostCleanup {
    private static final Logger log = LoggerFactory.getLogger(HostCleanup.class);
    private static final int SIGKILL = 9;
    private static final Duration DEATH = Duration.ofSeconds(10);

    /// A pool in a file is free only when the devices over images in it are, and they only when nothing is mounted
    /// from them: each round frees one storey.
    private static final int ROUNDS = 4;

    /// A device that somebody looks at when it is detached, as udev does, goes when that one has looked.
    private static final Duration LOOKS = Duration.ofSeconds(20);
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
            // Once is enough: a device in use goes with its last user, and its number may then be somebody else's.
            left.devices().stream()
                    .filter(device -> !detached.contains(device) && detach(device))
                    .forEach(detached::add);
            left = HostResources.of(data);
        }
        return afterTheLooks(data, left);
    }

    private static HostResources afterTheLooks(Path data, HostResources found)
            throws IOException, InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        HostResources left = found;
        long end = System.nanoTime() + LOOKS.toNanos();
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
                log.warn("Processes of containers do not end though they were killed: {}", processes);
            }
        }
    }

    private static void unmount(Path mount, boolean last) {
        try {
            if (last) {
                Mounts.system().unmountLazily(mount);
            } else {
                Mounts.system().unmount(mount);
            }
        } catch (IOException e) {
            log.debug("{} stays mounted: {}", mount, e.getMessage());
        }
    }

    /// @return whether it was heard
    private static boolean detach(LoopDevice device) {
        try {
            LoopDevices.system().detach(device);
            return true;
        } catch (IOException e) {
            log.debug("{} stays: {}", device.node(), e.getMessage());
            return false;
        }
    }
}

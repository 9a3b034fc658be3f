package dev.stowage.cli.up;

import dev.stowage.cli.up.backend.HostCapabilities;
import dev.stowage.cli.up.cleanup.HostCleanup;
import dev.stowage.cli.up.cleanup.HostResources;
import dev.stowage.cli.up.cri.CriPods;
import dev.stowage.cli.up.instance.UpInstance;
import dev.stowage.cli.up.instance.UpInstanceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes sure that nothing is left at the end, and reports it. Also recovers what a killed run left.
final class ShutdownReport {
    private static final Logger log = LoggerFactory.getLogger(ShutdownReport.class);

    private final Path data;
    private final Consumer<String> screen;
    private Optional<HostResources> before = Optional.empty();

    ShutdownReport(Path data, Consumer<String> screen) {
        this.data = data;
        this.screen = screen;
    }

    /// Nodes and drivers take over what is theirs, so that pods keep running; the rest is cleaned up. In a user
    /// namespace nothing can be taken over: the old mounts ended with it, and its processes are not reachable.
    /// Neither can containers of another runtime.
    void recoverPreviousRun(UpOptions options) throws IOException, InterruptedException {
        Optional<UpInstance> last = UpInstanceFile.interrupted(data);
        if (last.isEmpty()) {
            return;
        }
        boolean sameRuntime = last.get().cri().equals(options.cri());
        if (!sameRuntime) {
            removePods(last.get(), data);
        }
        HostResources found = HostResources.of(data);
        if (found.isNone()) {
            screen.accept("The last run was killed; nothing is left of it.");
            return;
        }
        boolean known = ofOthers(found, options.places()).isNone();
        if (known && sameRuntime && HostCapabilities.isTrueRoot()) {
            screen.accept("The last run was killed; taken over from it: " + found.counts() + ".");
        } else {
            HostResources left = HostCleanup.of(data);
            screen.accept("The last run was killed; cleaned up: " + found.counts() + "." + remainder(left));
        }
    }

    /// Ends the pods that a killed instance left in its CRI runtime. Their volumes can then be unmounted.
    static void removePods(UpInstance killed, Path data) throws InterruptedException {
        if (killed.cri().isEmpty()) {
            return;
        }
        try {
            int removed = new CriPods(killed.cri().get(), data).remove();
            log.info(
                    "Removed {} pods from the container runtime at {}.",
                    removed,
                    killed.cri().get());
        } catch (IOException e) {
            log.warn(
                    "Cannot remove the pods of the last run from the container runtime at {}; they may still run: {}",
                    killed.cri().get(),
                    e.getMessage());
        }
    }

    /// What belongs to nodes that no longer exist.
    private HostResources ofOthers(HostResources found, List<NodeDirectories> places) {
        List<String> names = places.stream().map(NodeDirectories::name).toList();
        return new HostResources(
                found.mounts().stream()
                        .filter(mount -> isOther(mount.target(), names))
                        .toList(),
                found.devices().stream()
                        .filter(device -> isOther(Path.of(device.backingFile()), names))
                        .toList(),
                List.of(),
                List.of());
    }

    private boolean isOther(Path path, List<String> names) {
        Path below = data.relativize(path);
        boolean ofNode = below.startsWith("nodes") || below.startsWith("drivers");
        return ofNode
                && below.getNameCount() > 1
                && !names.contains(below.getName(1).toString());
    }

    /// Call it before anything is closed.
    void recordRunning() {
        try {
            before = Optional.of(HostResources.of(data));
        } catch (IOException e) {
            log.warn("Cannot list what is running: {}", e.getMessage());
        }
    }

    /// Call it after everything is closed.
    void reportEnd() {
        try {
            HostResources left = HostResources.of(data);
            if (!left.isNone()) {
                log.info("Cleaning up by force: {}", left);
                left = HostCleanup.of(data);
            }
            String words = summary(before, left);
            if (before.isPresent()) {
                screen.accept(words);
            }
            UpInstanceFile.writeEnd(data, words);
        } catch (IOException e) {
            log.warn("Cannot list what is left of this run: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static String summary(Optional<HostResources> before, HostResources left) {
        return before.map(hostResources -> "Stopped: " + hostResources.counts() + " removed.")
                        .orElse("Stopped before the cluster was ready.")
                + remainder(left);
    }

    private static String remainder(HostResources left) {
        String own = left.isNone()
                ? " Nothing " + (left.otherMounts().isEmpty() ? "" : "of the cluster ") + "is left mounted or running."
                : " STILL PRESENT: " + left.targets() + " " + left.devices() + " " + left.processes();
        return own + otherMounts(left);
    }

    /// The mounts that are not the cluster's; empty when there are none.
    static String otherMounts(HostResources left) {
        return left.otherMounts().isEmpty()
                ? ""
                : " Not unmounted, because this cluster did not mount it: "
                        + left.otherTargets().stream().map(Path::toString).collect(Collectors.joining(", ")) + ".";
    }
}

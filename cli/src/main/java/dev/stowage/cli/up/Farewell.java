package dev.stowage.cli.up;

import dev.stowage.cli.up.pool.Machine;
import dev.stowage.cli.up.run.RunFile;
import dev.stowage.cli.up.trace.Sweep;
import dev.stowage.cli.up.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sees to it that nothing stays, and says what went. Also meets what one left that was killed.
final class Farewell {
    private static final Logger log = LoggerFactory.getLogger(Farewell.class);

    private final Path data;
    private final Consumer<String> screen;
    private Optional<Trace> before = Optional.empty();

    Farewell(Path data, Consumer<String> screen) {
        this.data = data;
        this.screen = screen;
    }

    /// Nodes and drivers take over what is theirs, so pods go on; what nobody will take over goes. In a namespace of
    /// users nothing can be taken over: the old one's mounts are gone with it, and its processes are out of reach.
    void greet(List<NodePlace> places) throws IOException, InterruptedException {
        if (RunFile.cutOff(data).isEmpty()) {
            return;
        }
        Trace found = Trace.of(data);
        if (found.isNone()) {
            screen.accept("The last run was cut off; nothing of it is left.");
            return;
        }
        boolean known = ofOthers(found, places).isNone();
        if (known && Machine.isTrueRoot()) {
            screen.accept("The last run was cut off; taken over from it: " + found.counts() + ".");
        } else {
            Trace left = Sweep.of(data);
            screen.accept("The last run was cut off; taken away: " + found.counts() + "." + remainder(left));
        }
    }

    /// What lies in the folders of nodes that there are no longer.
    private Trace ofOthers(Trace found, List<NodePlace> places) {
        List<String> names = places.stream().map(NodePlace::name).toList();
        return new Trace(
                found.mounts().stream().filter(mount -> isOther(mount, names)).toList(),
                found.devices().stream()
                        .filter(device -> isOther(Path.of(device.backingFile()), names))
                        .toList(),
                List.of());
    }

    private boolean isOther(Path path, List<String> names) {
        Path below = data.relativize(path);
        boolean ofNode = below.startsWith("nodes") || below.startsWith("drivers");
        return ofNode
                && below.getNameCount() > 1
                && !names.contains(below.getName(1).toString());
    }

    /// Before anything is closed.
    void count() {
        try {
            before = Optional.of(Trace.of(data));
        } catch (IOException e) {
            log.warn("What runs here cannot be told: {}", e.getMessage());
        }
    }

    /// After everything is closed.
    void say() {
        try {
            Trace left = Trace.of(data);
            if (!left.isNone()) {
                log.info("Taking away by force: {}", left);
                left = Sweep.of(data);
            }
            String words = words(before, left);
            if (before.isPresent()) {
                screen.accept(words);
            }
            RunFile.writeEnd(data, words);
        } catch (IOException e) {
            log.warn("What is left of this run cannot be told: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static String words(Optional<Trace> before, Trace left) {
        return before.map(trace -> "Ended: " + trace.counts() + " are gone.").orElse("Ended before all was ready.")
                + remainder(left);
    }

    private static String remainder(Trace left) {
        return left.isNone()
                ? " Nothing is left mounted or running."
                : " STILL THERE: " + left.mounts() + " " + left.devices() + " " + left.processes();
    }
}

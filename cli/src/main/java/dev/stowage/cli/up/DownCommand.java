package dev.stowage.cli.up;

import dev.stowage.cli.ActivityPrinter;
import dev.stowage.cli.Command;
import dev.stowage.cli.up.cleanup.HostCleanup;
import dev.stowage.cli.up.cleanup.HostResources;
import dev.stowage.cli.up.instance.ClusterFinder;
import dev.stowage.cli.up.instance.ClusterFlags;
import dev.stowage.cli.up.instance.ClusterLocation;
import dev.stowage.cli.up.instance.DataDirectory;
import dev.stowage.cli.up.instance.UpInstance;
import dev.stowage.cli.up.instance.UpInstanceFile;
import dev.stowage.flags.FlagSet;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// `./stowage down`.
public final class DownCommand implements Command {
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final ClusterFinder clusters = ClusterFinder.of(System.getenv());

    @Override
    public String name() {
        return "down";
    }

    @Override
    public String summary() {
        return "Stop the local cluster: end its pods, unmount and detach its volumes.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        FlagSet flags = new FlagSet(
                "stowage down [--data DIRECTORY | --kubeconfig FILE]",
                "Stop a running \"stowage up\": stop its pods, unmount and detach its volumes. Objects and data are kept"
                        + " for the next start. Also cleans up after one that was killed. What the cluster did not"
                        + " mount stays mounted.");
        ClusterFlags cluster = ClusterFlags.declare(flags);
        ClusterLocation found = clusters.findUp(cluster.read(flags.parse(args)));
        return down(found instanceof ClusterLocation.OfUp up ? up.data() : DataDirectory.defaultPath(), System.out);
    }

    private static int down(Path folder, PrintStream out) throws IOException, InterruptedException {
        Optional<UpInstance> running = UpInstanceFile.running(folder);
        if (running.isPresent()) {
            try (ActivityPrinter activity = ActivityPrinter.onStandardError()) {
                activity.show("Stopping the cluster in " + folder + " (process "
                        + running.get().pid() + ")");
                end(running.get(), new ShutdownWait(folder, activity::show));
            }
            out.println(UpInstanceFile.lastMessage(folder));
            return 0;
        }
        HostResources found = HostResources.of(folder);
        Optional<UpInstance> killed = UpInstanceFile.interrupted(folder);
        if (killed.isPresent()) {
            ShutdownReport.removePods(killed.get(), folder);
        }
        if (found.isNone()) {
            out.println("No cluster is running in " + folder + "." + ShutdownReport.otherMounts(found));
            return 0;
        }
        HostResources left = HostCleanup.of(folder);
        UpInstanceFile.writeEnd(folder, ShutdownReport.summary(Optional.of(found), left));
        out.println("The cluster had been killed. " + ShutdownReport.summary(Optional.of(found), left));
        return left.isNone() ? 0 : 1;
    }

    private static void end(UpInstance upInstance, ShutdownWait wait) throws IOException, InterruptedException {
        Optional<ProcessHandle> process = ProcessHandle.of(upInstance.pid());
        if (process.isEmpty()) {
            return;
        }
        if (!process.get().destroy()) {
            throw new IOException("cannot stop process " + upInstance.pid()
                    + ": it belongs to another user (stop it as its owner or as root)");
        }
        if (!wait.await(process.get(), LONGEST)) {
            throw new IOException("process " + upInstance.pid() + " did not exit within " + LONGEST.toSeconds()
                    + "s (run \"kill -9 " + upInstance.pid() + "\" and \"stowage down\" again to clean up)");
        }
    }
}

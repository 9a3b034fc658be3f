package dev.stowage.cli.up;

import dev.stowage.cli.Command;
import dev.stowage.cli.up.cleanup.HostCleanup;
import dev.stowage.cli.up.cleanup.HostResources;
import dev.stowage.cli.up.instance.DataDirectory;
import dev.stowage.cli.up.instance.UpInstance;
import dev.stowage.cli.up.instance.UpInstanceFile;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// `./stowage down`.
public final class DownCommand implements Command {
    private static final Duration LONGEST = Duration.ofMinutes(2);

    @Override
    public String name() {
        return "down";
    }

    @Override
    public String summary() {
        return "End what \"stowage up\" started: stop its pods, unmount and detach all.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        FlagSet flags = new FlagSet(
                "stowage down [--data=FOLDER]",
                "End a running \"stowage up\": its pods are stopped, and volumes unmounted and detached. Objects and data"
                        + " stay for the next start. Takes away also what one left that was killed.");
        Flag<String> data =
                flags.directory("data", "", "The folder of the one that is meant; without it, the one that runs.");
        Path folder = DataDirectory.meant(flags.parse(args).value(data));
        return down(folder, System.out);
    }

    private static int down(Path folder, PrintStream out) throws IOException, InterruptedException {
        Optional<UpInstance> running = UpInstanceFile.running(folder);
        if (running.isPresent()) {
            end(running.get());
            out.println(UpInstanceFile.lastMessage(folder));
            return 0;
        }
        HostResources found = HostResources.of(folder);
        if (found.isNone()) {
            out.println("Nothing runs in " + folder + ".");
            return 0;
        }
        HostResources left = HostCleanup.of(folder);
        UpInstanceFile.writeEnd(folder, ShutdownReport.summary(Optional.of(found), left));
        out.println("It was cut off. " + ShutdownReport.summary(Optional.of(found), left));
        return left.isNone() ? 0 : 1;
    }

    private static void end(UpInstance upInstance) throws IOException, InterruptedException {
        Optional<ProcessHandle> process = ProcessHandle.of(upInstance.pid());
        if (process.isEmpty()) {
            return;
        }
        if (!process.get().destroy()) {
            throw new IOException("process " + upInstance.pid() + " is somebody else's; its owner or root can end it");
        }
        try {
            process.get().onExit().get(LONGEST.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IOException(
                    "process " + upInstance.pid() + " does not end within " + LONGEST.toSeconds() + " s; \"kill -9 "
                            + upInstance.pid() + "\" and then \"stowage down\" again takes away what it holds",
                    e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("An end is never a failure.", e);
        }
    }
}

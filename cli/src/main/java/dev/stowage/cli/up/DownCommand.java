package dev.stowage.cli.up;

import dev.stowage.cli.Command;
import dev.stowage.cli.up.run.DataFolder;
import dev.stowage.cli.up.run.RunFile;
import dev.stowage.cli.up.run.Running;
import dev.stowage.cli.up.trace.Sweep;
import dev.stowage.cli.up.trace.Trace;
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
        Path folder = DataFolder.meant(flags.parse(args).value(data));
        return down(folder, System.out);
    }

    private static int down(Path folder, PrintStream out) throws IOException, InterruptedException {
        Optional<Running> running = RunFile.running(folder);
        if (running.isPresent()) {
            end(running.get());
            out.println(RunFile.lastWords(folder));
            return 0;
        }
        Trace found = Trace.of(folder);
        if (found.isNone()) {
            out.println("Nothing runs in " + folder + ".");
            return 0;
        }
        Trace left = Sweep.of(folder);
        RunFile.writeEnd(folder, Farewell.words(Optional.of(found), left));
        out.println("It was cut off. " + Farewell.words(Optional.of(found), left));
        return left.isNone() ? 0 : 1;
    }

    private static void end(Running running) throws IOException, InterruptedException {
        Optional<ProcessHandle> process = ProcessHandle.of(running.pid());
        if (process.isEmpty()) {
            return;
        }
        if (!process.get().destroy()) {
            throw new IOException("process " + running.pid() + " is somebody else's; its owner or root can end it");
        }
        try {
            process.get().onExit().get(LONGEST.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IOException(
                    "process " + running.pid() + " does not end within " + LONGEST.toSeconds() + " s; \"kill -9 "
                            + running.pid() + "\" and then \"stowage down\" again takes away what it holds",
                    e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("An end is never a failure.", e);
        }
    }
}

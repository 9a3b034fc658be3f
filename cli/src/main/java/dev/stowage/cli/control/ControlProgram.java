package dev.stowage.cli.control;

import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.RunningComponent;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/// The volume controllers of Kubernetes as one program.
public final class ControlProgram {

    private ControlProgram() {}

    /// Runs until the process is told to end or cannot go on; then the exit status is 1.
    ///
    /// @throws dev.stowage.flags.UsageException when the command line is wrong
    public static int run(List<String> args, Environment environment) throws IOException, InterruptedException {
        return ControlLauncher.run(args, environment);
    }

    /// The same as a part of a process that somebody else ends.
    ///
    /// @param args anything but a question for the version
    /// @param failed hears why the part cannot go on; it is still to be closed then
    public static RunningComponent open(List<String> args, Environment environment, Consumer<String> failed)
            throws IOException, InterruptedException {
        return ControlLauncher.open(args, environment, failed);
    }
}

package dev.stowage.control;

import dev.stowage.control.program.ControlLaunch;
import dev.stowage.kube.manager.RunningComponent;
import dev.stowage.kube.manager.Environment;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/// The volume controllers of Kubernetes as one program.
public final class ControlProgram {

    private ControlProgram() {}

    /// Runs until the process is told to end or cannot go on; then the exit status is 1.
    ///
    /// @throws dev.stowage.flags.UsageException when the command line is wrong
    public static int run(List<String> args, Environment around) throws IOException, InterruptedException {
        return ControlLaunch.run(args, around);
    }

    /// The same as a part of a process that somebody else ends.
    ///
    /// @param args anything but a question for the version
    /// @param failed hears why the part cannot go on; it is still to be closed then
    public static RunningComponent open(List<String> args, Environment around, Consumer<String> failed)
            throws IOException, InterruptedException {
        return ControlLaunch.open(args, around, failed);
    }
}

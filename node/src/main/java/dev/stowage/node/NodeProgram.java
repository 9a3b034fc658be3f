package dev.stowage.node;

import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.RunningComponent;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/// A node as one program, in the kubelet's place.
public final class NodeProgram {

    private NodeProgram() {}

    /// Runs until the process is told to end or cannot go on; then the exit status is 1.
    ///
    /// @throws dev.stowage.flags.UsageException when the command line is wrong
    public static int run(List<String> args, Environment around) throws IOException, InterruptedException {
        return NodeLauncher.run(args, around);
    }

    /// The same as a part of a process that somebody else ends. It takes its pods along: when it is closed,
    /// nothing of them runs and nothing is mounted. What the API server has of them stays, and they run again at
    /// the next start.
    ///
    /// @param args anything but a question for the version
    /// @param failed hears why the part cannot go on; it is still to be closed then
    public static RunningComponent open(List<String> args, Environment around, Consumer<String> failed)
            throws IOException, InterruptedException {
        return NodeLauncher.open(args, around, failed);
    }
}

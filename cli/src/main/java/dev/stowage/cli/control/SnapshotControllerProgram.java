package dev.stowage.cli.control;

import dev.stowage.kube.manager.Environment;
import java.io.IOException;
import java.util.List;

/// The snapshot controller alone, under the name and with the flags of `snapshot-controller`.
public final class SnapshotControllerProgram {

    private SnapshotControllerProgram() {}

    /// Runs until the process is told to end or cannot go on; then the exit status is 1.
    ///
    /// @throws dev.stowage.flags.UsageException when the command line is wrong
    public static int run(List<String> args, Environment environment) throws IOException, InterruptedException {
        return ControlLauncher.runSnapshotController(args, environment);
    }
}

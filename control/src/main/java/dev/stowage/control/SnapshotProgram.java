package dev.stowage.control;

import dev.stowage.control.program.ControlLaunch;
import dev.stowage.kube.manager.Environment;
import java.io.IOException;
import java.util.List;

/// The snapshot controller alone, under the name and with the flags of `snapshot-controller`.
public final class SnapshotProgram {

    private SnapshotProgram() {}

    /// Runs until the process is told to end or cannot go on; then the exit status is 1.
    ///
    /// @throws dev.stowage.flags.UsageException when the command line is wrong
    public static int run(List<String> args, Environment around) throws IOException, InterruptedException {
        return ControlLaunch.runSnapshots(args, around);
    }
}

package dev.stowage.sidecar.program;

import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.RunningComponent;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The external components of a CSI driver as one program, or one of them under its upstream name.
public final class SidecarProgram {

    private SidecarProgram() {}

    /// Runs until the process is told to end or cannot go on; then the exit status is 1.
    ///
    /// @throws dev.stowage.flags.UsageException when the command line is wrong
    public static int run(List<String> args, Environment around) throws IOException, InterruptedException {
        return SidecarLauncher.run(Optional.empty(), args, around);
    }

    /// The same with the flags of one upstream program.
    public static int run(RoleName role, List<String> args, Environment around)
            throws IOException, InterruptedException {
        return SidecarLauncher.run(Optional.of(role), args, around);
    }

    /// The same as a part of a process that somebody else ends.
    ///
    /// @param args anything but a question for the version
    /// @param failed hears why the part cannot go on; it is still to be closed then
    public static RunningComponent open(List<String> args, Environment around, Consumer<String> failed)
            throws IOException, InterruptedException {
        return SidecarLauncher.open(args, around, failed);
    }
}

package dev.stowage.cli.role;

import dev.stowage.cli.Command;
import dev.stowage.cli.control.SnapshotControllerProgram;
import java.io.IOException;
import java.util.List;

/// `./stowage snapshot-controller`.
public final class SnapshotControllerCommand implements Command {

    @Override
    public String name() {
        return "snapshot-controller";
    }

    @Override
    public String summary() {
        return "Look after snapshots, in place of the program of that name.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        return SnapshotControllerProgram.run(args, SidecarCommand.environment());
    }
}

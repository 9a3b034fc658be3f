package dev.stowage.cli.control;

import dev.stowage.cli.Command;
import dev.stowage.cli.role.RoleEnvironment;
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
        return "Run the snapshot controller (drop-in for snapshot-controller).";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        return ControlProgram.runSnapshotController(args, RoleEnvironment.ofProcess());
    }
}

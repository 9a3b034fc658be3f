package dev.stowage.cli.role;

import dev.stowage.cli.Command;
import dev.stowage.sidecar.program.SidecarProgram;
import java.io.IOException;
import java.util.List;

/// `./stowage sidecar`.
public final class SidecarCommand implements Command {

    @Override
    public String name() {
        return "sidecar";
    }

    @Override
    public String summary() {
        return "Run the sidecars of a CSI driver in one process (drop-in for its sidecar containers).";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        return SidecarProgram.run(args, RoleEnvironment.ofProcess());
    }
}

package dev.stowage.cli.control;

import dev.stowage.cli.Command;
import dev.stowage.cli.role.RoleEnvironment;
import java.io.IOException;
import java.util.List;

/// `./stowage control`.
public final class ControlCommand implements Command {

    @Override
    public String name() {
        return "control";
    }

    @Override
    public String summary() {
        return "Run the volume controllers (drop-in for those of kube-controller-manager).";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        return ControlProgram.run(args, RoleEnvironment.ofProcess());
    }
}

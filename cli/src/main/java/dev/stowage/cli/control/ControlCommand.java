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
        return "Run the volume and cluster controllers (drop-in for kube-controller-manager and kube-scheduler).";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        return ControlProgram.run(args, RoleEnvironment.ofProcess());
    }
}

package dev.stowage.cli.role;

import dev.stowage.cli.Command;
import dev.stowage.cli.control.ControlProgram;
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
        return "Bind claims and attach volumes, in place of the controllers of Kubernetes.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        return ControlProgram.run(args, SidecarCommand.environment());
    }
}

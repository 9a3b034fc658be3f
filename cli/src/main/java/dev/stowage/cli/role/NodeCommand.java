package dev.stowage.cli.role;

import dev.stowage.cli.Command;
import dev.stowage.node.NodeProgram;
import java.io.IOException;
import java.util.List;

/// `./stowage node`.
public final class NodeCommand implements Command {

    @Override
    public String name() {
        return "node";
    }

    @Override
    public String summary() {
        return "Register drivers, mount volumes and run pods, in the kubelet's place.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        return NodeProgram.run(args, SidecarCommand.environment());
    }
}

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
        return "Run the node agent: register drivers, mount volumes, run pods (in place of the kubelet).";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        return NodeProgram.run(args, RoleEnvironment.ofProcess());
    }
}

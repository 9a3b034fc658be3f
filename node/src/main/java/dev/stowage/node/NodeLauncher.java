package dev.stowage.node;

import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.RunningComponent;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// From a command line to a life.
public final class NodeLauncher {

    private NodeLauncher() {}

    public static int run(List<String> args, Environment around) throws IOException, InterruptedException {
        Optional<NodeOptions> plan = new NodeFlags().parse(args, around);
        return plan.isPresent() ? new NodeAgent(plan.get()).run() : 0;
    }

    public static RunningComponent open(List<String> args, Environment around, Consumer<String> failed)
            throws IOException, InterruptedException {
        return new NodeAgent(new NodeFlags().parse(args, around).orElseThrow()).open(failed);
    }
}

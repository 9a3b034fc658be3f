package dev.stowage.node.program;

import dev.stowage.kube.manager.RunningComponent;
import dev.stowage.kube.manager.Environment;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// From a command line to a life.
public final class NodeLaunch {

    private NodeLaunch() {}

    public static int run(List<String> args, Environment around) throws IOException, InterruptedException {
        Optional<NodePlan> plan = new NodeLine().parse(args, around);
        return plan.isPresent() ? new NodeRun(plan.get()).live() : 0;
    }

    public static RunningComponent open(List<String> args, Environment around, Consumer<String> failed)
            throws IOException, InterruptedException {
        return new NodeRun(new NodeLine().parse(args, around).orElseThrow()).open(failed);
    }
}

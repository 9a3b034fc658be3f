package dev.stowage.node;

import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.RunningComponent;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The node agent as a program that takes the place of the kubelet.
public final class NodeProgram {

    private NodeProgram() {}

    /// Runs until the process is stopped or cannot continue; in the second case the exit status is 1.
    ///
    /// @throws dev.stowage.flags.UsageException when the command line is invalid
    public static int run(List<String> args, Environment environment) throws IOException, InterruptedException {
        Optional<NodeOptions> options = new NodeFlags().parse(args, environment);
        return options.isPresent() ? new NodeAgent(options.get()).run() : 0;
    }

    /// Starts the node as a component of a larger process. Closing the component stops its pods and unmounts their
    /// volumes. The objects in the API server stay, and the pods run again at the next start.
    ///
    /// @param args all flags except `--version`
    /// @param failed receives the reason when the component cannot continue; it must still be closed
    public static RunningComponent open(List<String> args, Environment environment, Consumer<String> failed)
            throws IOException, InterruptedException {
        return new NodeAgent(new NodeFlags().parse(args, environment).orElseThrow()).open(failed);
    }
}

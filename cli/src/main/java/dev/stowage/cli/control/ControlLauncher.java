package dev.stowage.cli.control;

import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.RunningComponent;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// From a command line to a life.
public final class ControlLauncher {

    private ControlLauncher() {}

    public static int run(List<String> args, Environment environment) throws IOException, InterruptedException {
        Optional<ControlOptions> options = new ControlFlags(ControllerDescriptors.ALL).parse(args, environment);
        return live(options, environment);
    }

    public static RunningComponent open(List<String> args, Environment environment, Consumer<String> failed)
            throws IOException, InterruptedException {
        ControlOptions options = new ControlFlags(ControllerDescriptors.ALL)
                .parse(args, environment)
                .orElseThrow();
        return new ControlProcess(options, environment).open(failed);
    }

    public static int runSnapshotController(List<String> args, Environment environment)
            throws IOException, InterruptedException {
        return live(new SnapshotControllerFlags().parse(args, environment), environment);
    }

    private static int live(Optional<ControlOptions> options, Environment environment)
            throws IOException, InterruptedException {
        return options.isPresent() ? new ControlProcess(options.get(), environment).run() : 0;
    }
}

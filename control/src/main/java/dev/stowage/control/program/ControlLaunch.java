package dev.stowage.control.program;

import dev.stowage.kube.program.Part;
import dev.stowage.kube.program.Surroundings;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// From a command line to a life.
public final class ControlLaunch {

    private ControlLaunch() {}

    public static int run(List<String> args, Surroundings around) throws IOException, InterruptedException {
        Optional<ControlPlan> plan = new ControlLine(ControllerKinds.ALL).parse(args, around);
        return live(plan, around);
    }

    public static Part open(List<String> args, Surroundings around, Consumer<String> failed)
            throws IOException, InterruptedException {
        ControlPlan plan =
                new ControlLine(ControllerKinds.ALL).parse(args, around).orElseThrow();
        return new ControlRun(plan, around).open(failed);
    }

    public static int runSnapshots(List<String> args, Surroundings around) throws IOException, InterruptedException {
        return live(new SnapshotLine().parse(args, around), around);
    }

    private static int live(Optional<ControlPlan> plan, Surroundings around) throws IOException, InterruptedException {
        return plan.isPresent() ? new ControlRun(plan.get(), around).live() : 0;
    }
}

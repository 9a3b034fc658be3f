package dev.stowage.control.program;

import dev.stowage.kube.manager.RunningComponent;
import dev.stowage.kube.manager.Environment;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// From a command line to a life.
public final class ControlLaunch {

    private ControlLaunch() {}

    public static int run(List<String> args, Environment around) throws IOException, InterruptedException {
        Optional<ControlPlan> plan = new ControlLine(ControllerKinds.ALL).parse(args, around);
        return live(plan, around);
    }

    public static RunningComponent open(List<String> args, Environment around, Consumer<String> failed)
            throws IOException, InterruptedException {
        ControlPlan plan =
                new ControlLine(ControllerKinds.ALL).parse(args, around).orElseThrow();
        return new ControlRun(plan, around).open(failed);
    }

    public static int runSnapshots(List<String> args, Environment around) throws IOException, InterruptedException {
        return live(new SnapshotLine().parse(args, around), around);
    }

    private static int live(Optional<ControlPlan> plan, Environment around) throws IOException, InterruptedException {
        return plan.isPresent() ? new ControlRun(plan.get(), around).live() : 0;
    }
}

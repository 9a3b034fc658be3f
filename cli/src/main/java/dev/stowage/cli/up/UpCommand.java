package dev.stowage.cli.up;

import dev.stowage.cli.Command;
import dev.stowage.cli.Logging;
import dev.stowage.cli.Version;
import dev.stowage.cli.up.detach.Detached;
import dev.stowage.cli.up.run.DataFolder;
import dev.stowage.kube.manager.Environment;
import java.io.IOException;
import java.util.List;

/// `./stowage up`.
public final class UpCommand implements Command {

    @Override
    public String name() {
        return "up";
    }

    @Override
    public String summary() {
        return "Run everything in one process: API, controllers, drivers, nodes; then use kubectl.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        UpLine.Asked asked = new UpLine(DataFolder.usual()).parse(args);
        UpPlan plan = asked.plan();
        if (asked.detach()) {
            return Detached.start(plan.data());
        }
        if (plan.verbosity() >= 0) {
            Logging.choose(plan.verbosity(), false);
        } else if (System.getenv("STOWAGE_LOG") == null) {
            Logging.warnOnly();
        }
        return Up.live(plan, Environment.ofProcess(Version.current().number(), (_, _) -> {}));
    }
}

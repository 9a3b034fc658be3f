package dev.stowage.cli.up;

import dev.stowage.cli.Command;
import dev.stowage.cli.LogConfiguration;
import dev.stowage.cli.Version;
import dev.stowage.cli.up.instance.DataDirectory;
import dev.stowage.cli.up.process.DetachedProcess;
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
        return "Run a local cluster in one process: API server, controllers, drivers and nodes.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        UpOptions options = new UpFlags(DataDirectory.defaultPath()).parse(args);
        if (options.detach()) {
            return DetachedProcess.start(options.data());
        }
        if (options.verbosity() >= 0) {
            LogConfiguration.setVerbosity(options.verbosity(), false);
        } else if (System.getenv("STOWAGE_LOG") == null) {
            LogConfiguration.warnOnly();
        }
        return UpProgram.run(options, Environment.ofProcess(Version.current().number(), (_, _) -> {}));
    }
}

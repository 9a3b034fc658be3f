package dev.stowage.cli.demo;

import dev.stowage.cli.Command;
import dev.stowage.cli.LogConfiguration;
import dev.stowage.cli.Version;
import dev.stowage.flags.TerminalColors;
import dev.stowage.flags.UsageException;
import dev.stowage.kube.manager.Environment;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/// `./stowage demo`.
public final class DemoCommand implements Command {

    @Override
    public String name() {
        return "demo";
    }

    @Override
    public String summary() {
        return "Run the whole volume lifecycle on a temporary cluster, in about a minute.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        DemoOptions options = new DemoFlags().parse(args);
        if (!"root".equals(System.getProperty("user.name"))) {
            throw new UsageException("mounting volumes needs root (run it with sudo)");
        }
        if (options.verbosity() >= 0) {
            LogConfiguration.setVerbosity(options.verbosity(), false);
        } else if (System.getenv("STOWAGE_LOG") == null) {
            LogConfiguration.silence();
        }
        PrintStream out = System.out;
        DemoText demoText = new DemoText(TerminalColors.ofProcess());
        DemoListener demoListener = options.json()
                ? DemoListener.none()
                : TerminalColors.isTerminal() ? new LiveDemoListener(out, demoText) : DemoListener.lines(out, demoText);
        DemoCluster demoCluster = DemoCluster.in(
                options.verbosity(), Environment.ofProcess(Version.current().number(), (_, _) -> {}));
        return new DemoProgram(options, demoCluster, out, demoText, demoListener).run();
    }
}

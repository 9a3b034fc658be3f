package dev.stowage.cli.demo;

import dev.stowage.cli.Command;
import dev.stowage.cli.Logging;
import dev.stowage.cli.Version;
import dev.stowage.cli.demo.DemoLine.Wish;
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
        return "Show the life of a volume for real, from claim to deletion, in about a minute.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        Wish wish = new DemoLine().parse(args);
        if (!"root".equals(System.getProperty("user.name"))) {
            throw new UsageException("mounting volumes needs root; start it with sudo");
        }
        if (wish.verbosity() >= 0) {
            Logging.choose(wish.verbosity(), false);
        } else if (System.getenv("STOWAGE_LOG") == null) {
            Logging.silence();
        }
        PrintStream out = System.out;
        Lines lines = new Lines(TerminalColors.ofProcess());
        Progress progress = wish.json()
                ? Progress.none()
                : TerminalColors.isTerminal() ? new LiveProgress(out, lines) : Progress.lines(out, lines);
        Stage stage = Stage.in(
                wish.verbosity(), Environment.ofProcess(Version.current().number(), (_, _) -> {}));
        return new Demo(wish, stage, out, lines, progress).run();
    }
}

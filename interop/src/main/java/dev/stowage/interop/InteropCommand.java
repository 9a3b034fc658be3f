package dev.stowage.interop;

import dev.stowage.cli.Command;
import dev.stowage.flags.Flag;
import dev.stowage.flags.Flags;
import dev.stowage.flags.Parsed;
import dev.stowage.interop.judge.DebianPackages;
import dev.stowage.interop.judge.Judges;
import dev.stowage.interop.judge.MissingTool;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteRunner;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// `./stowage interop`: our code before programs that nobody here wrote.
public final class InteropCommand implements Command {

    private static final int TOOL_MISSING = 3;

    @Override
    public String name() {
        return "interop";
    }

    @Override
    public String summary() {
        return "Run the suites against the real programs: csi-sanity, Kubernetes, the kubelet.";
    }

    @Override
    public int run(List<String> args) throws Exception {
        Flags flags = new Flags(
                        "stowage interop [NAME…] [--quick] [--list]",
                        "Runs the suites named, or all of them, against programs that are built from their Go modules"
                                + " or installed from Debian. Exit status 3 says that a tool is missing.")
                .arguments(Suites.ALL.size())
                .examples("stowage interop --list\nstowage interop sanity\nstowage interop --quick");
        Flag<Boolean> quick = flags.bool("quick", false, "run the selection that runs on every change");
        Flag<Boolean> list = flags.bool("list", false, "list the suites and run none");
        Parsed line = flags.parse(args);
        List<Suite> chosen = Suites.chosen(line.arguments(), line.value(quick));
        if (line.value(list)) {
            chosen.forEach(suite -> System.out.printf(
                    "%-14s %4d s  %s%n", suite.name(), suite.budget().toSeconds(), suite.summary()));
            return 0;
        }
        return run(chosen, line.value(quick));
    }

    private static int run(List<Suite> chosen, boolean quick) throws Exception {
        PrintStream out = System.out;
        Map<String, String> environment = System.getenv();
        Path logs = Cache.newLogFolder(environment);
        Consumer<String> progress = text -> {
            out.println(text);
            out.flush();
        };
        SuiteRunner runner = new SuiteRunner(
                out,
                logs,
                new Judges(Cache.root(environment).resolve("judges"), logs, progress),
                new DebianPackages(Workshop.mayInstall(environment), progress));
        try (FileChannel _ = Cache.lock(environment, progress)) {
            return runner.run(chosen, quick);
        } catch (MissingTool e) {
            System.err.println("stowage interop: " + e.getMessage());
            return TOOL_MISSING;
        }
    }
}

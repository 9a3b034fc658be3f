package dev.stowage.interop;

import dev.stowage.cli.Command;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import dev.stowage.interop.lab.GuestSuites;
import dev.stowage.interop.lab.LabShell;
import dev.stowage.interop.lab.LabSuite;
import dev.stowage.interop.process.ProcessResult;
import dev.stowage.interop.process.ProcessRunner;
import dev.stowage.interop.process.StowageProgram;
import dev.stowage.interop.reference.DebianPackageInstaller;
import dev.stowage.interop.reference.MissingToolException;
import dev.stowage.interop.reference.ReferenceProgramBuilder;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteOptions;
import dev.stowage.interop.suite.SuiteRunner;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// `./stowage interop`: runs the suites against reference implementations.
public final class InteropCommand implements Command {

    private static final int TOOL_MISSING = 3;
    private static final Duration LAUNCHER = Duration.ofMinutes(30);

    @Override
    public String name() {
        return "interop";
    }

    @Override
    public String summary() {
        return "Run the interoperability suites against csi-sanity, Kubernetes and the kubelet.";
    }

    @Override
    public int run(List<String> args) throws Exception {
        FlagSet flags = new FlagSet(
                        "stowage interop [NAME…] [--quick] [--peer-bin FOLDER] [--focus REGEX] [--list]\n"
                                + "stowage interop lab [%s] [--quick | --shell]"
                                        .formatted(String.join(" | ", GuestSuites.names())),
                        "Runs the named suites, or all of them, against programs that are built from their Go modules"
                                + " or installed from Debian. The suite lab boots a kernel (User Mode Linux) for each of"
                                + " the suites that are named after it. Exit status 3 means that a tool is missing.")
                .arguments(SuiteCatalog.ALL.size())
                .words(SuiteCatalog.ALL.stream().map(Suite::name).toList())
                .examples("stowage interop --list\nstowage interop sanity\nstowage interop --quick");
        Flag<Boolean> quick = flags.bool("quick", false, "run only the short selection that runs on every change");
        Flag<String> peers = flags.directory("peer-bin", "", "directory with the Go sidecars (suite sidecar)");
        Flag<Boolean> rewrite = flags.bool(
                "rewrite",
                false,
                "rewrite the stored texts: transcripts (sidecar), manifests (chart), type tables (types),"
                        + " docs/conformance.md (e2e)");
        Flag<List<String>> only = flags.list(
                "only", List.of(), "scenarios (suites sidecar, control and node) or drivers (suite sanity) to run");
        Flag<String> focus = flags.text("focus", "", "regular expression that selects the specs to run (suite e2e)");
        Flag<String> control = flags.choice(
                "control", List.of("kubernetes", "ours"), "kubernetes", "which volume controllers to use (suite e2e)");
        Flag<String> deploy = flags.choice(
                "deploy", List.of("chart", "host"), "chart", "how to deploy Stowage on the cluster (suite e2e)");
        Flag<Boolean> shell = flags.bool("shell", false, "open a shell in the guest instead (suite lab)");
        Flag<Boolean> list = flags.bool("list", false, "list the suites and exit");
        ParsedFlags line = flags.parse(args);
        List<Suite> chosen = SuiteCatalog.chosen(line.arguments(), line.value(quick));
        if (line.value(list)) {
            chosen.forEach(suite -> System.out.printf(
                    "%-14s %4d s  %s%n", suite.name(), suite.budget().toSeconds(), suite.summary()));
            return 0;
        }
        if (line.value(shell)) {
            return shell(line.arguments());
        }
        SuiteOptions options = new SuiteOptions(
                line.value(quick),
                Optional.of(line.value(peers))
                        .filter(folder -> !folder.isEmpty())
                        .map(Path::of),
                line.value(rewrite),
                line.value(only),
                new SuiteOptions.E2eOptions(
                        Optional.of(line.value(focus)).filter(text -> !text.isEmpty()),
                        line.value(control).equals("ours"),
                        line.value(deploy).equals("chart")));
        return run(chosen, options);
    }

    private static int shell(List<String> names) throws Exception {
        if (!names.equals(List.of(LabSuite.NAME))) {
            throw new UsageException("flag --shell: only \"stowage interop lab --shell\" opens a shell");
        }
        LabSuite lab = new LabSuite(List.of());
        try (SuiteWorkspace workspace = StandaloneWorkspace.open(
                "lab-shell", lab.programs(), lab.packages(), text -> System.err.println(text))) {
            LabShell.run(workspace);
        } catch (MissingToolException e) {
            System.err.println("stowage interop: " + e.getMessage());
            return TOOL_MISSING;
        }
        return 0;
    }

    private static int run(List<Suite> chosen, SuiteOptions options) throws Exception {
        PrintStream out = System.out;
        Map<String, String> environment = System.getenv();
        Path logs = InteropCache.newLogFolder(environment);
        Consumer<String> progress = text -> {
            out.println(text);
            out.flush();
        };
        SuiteRunner runner = new SuiteRunner(
                out,
                logs,
                new ReferenceProgramBuilder(InteropCache.root(environment).resolve("reference"), logs, progress),
                new DebianPackageInstaller(StandaloneWorkspace.mayInstall(environment), progress));
        try (FileChannel _ = InteropCache.lock(environment, progress)) {
            prepareLauncher(progress);
            return runner.run(chosen, options);
        } catch (MissingToolException e) {
            System.err.println("stowage interop: " + e.getMessage());
            return TOOL_MISSING;
        }
    }

    /// The launcher creates a cache before the first start of each kind of command, which takes minutes on a busy
    /// machine. Doing it here keeps it out of the timeouts of the first suite.
    private static void prepareLauncher(Consumer<String> progress) throws IOException, InterruptedException {
        if (!System.getProperty("stowage.home", "").isEmpty()) {
            ProcessResult prepared = ProcessRunner.run(LAUNCHER, StowageProgram.launched(List.of("build")));
            if (!prepared.succeeded()) {
                progress.accept("preparing the AOT caches failed: " + prepared.err());
            }
        }
    }
}

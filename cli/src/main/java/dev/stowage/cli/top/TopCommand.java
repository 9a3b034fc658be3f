package dev.stowage.cli.top;

import dev.stowage.cli.Command;
import dev.stowage.cli.LogConfiguration;
import dev.stowage.cli.OutputFormat;
import dev.stowage.cli.up.instance.ClusterFinder;
import dev.stowage.flags.TerminalColors;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// `stowage top`.
public final class TopCommand implements Command {
    /// Moves the cursor to the first line and clears the screen.
    private static final String CLEAR = "\u001b[H\u001b[2J";

    private final PrintStream out;
    private final Map<String, String> environment;
    private final BooleanSupplier terminal;

    @SuppressWarnings("SystemOut") // the result belongs on standard output
    public TopCommand() {
        this(System.out, System.getenv(), TerminalColors::isTerminal);
    }

    TopCommand(PrintStream out, Map<String, String> environment, BooleanSupplier terminal) {
        this.out = out;
        this.environment = environment;
        this.terminal = terminal;
    }

    @Override
    public String name() {
        return "top";
    }

    @Override
    public String summary() {
        return "Show the usage and health of volumes, with the pods and nodes that use them.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        TopOptions options = new TopFlags().parse(args);
        if (!environment.containsKey("STOWAGE_LOG")) {
            LogConfiguration.silence();
        }
        ClusterAccess cluster =
                ClusterFinder.of(environment).find(options.cluster()).access();
        try (KubeClient api = new KubeClient(cluster, RequestLimiter.adaptive(), "stowage-top")) {
            UsageCollector look = new UsageCollector(api, namespace(options, cluster), options.sortKey());
            if (options.outputFormat() == OutputFormat.JSON || options.once() || !terminal.getAsBoolean()) {
                TopReport topReport = look.collect();
                out.print(
                        options.outputFormat() == OutputFormat.JSON
                                ? topReport.json().toPrettyString() + "\n"
                                : text(options, topReport));
                return 0;
            }
            return live(options, look);
        }
    }

    /// Until it is interrupted. Kubelets have no watch for statistics, so they are polled.
    private int live(TopOptions options, UsageCollector look) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        do {
            String screen;
            try {
                screen = text(options, look.collect());
            } catch (IOException e) {
                screen = "The API server does not respond: " + e.getMessage() + "\n";
            }
            out.print(CLEAR + screen);
            out.flush();
        } while (!never.await(options.every().toNanos(), TimeUnit.NANOSECONDS));
        return 0;
    }

    private static String text(TopOptions options, TopReport topReport) {
        return topReport.text(options.everywhere());
    }

    /// @return empty for all
    private static String namespace(TopOptions options, ClusterAccess cluster) {
        if (options.everywhere()) {
            return "";
        }
        return options.namespace().isEmpty() ? cluster.namespace() : options.namespace();
    }
}

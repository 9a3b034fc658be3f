package dev.stowage.cli.top;

import dev.stowage.cli.Command;
import dev.stowage.cli.Format;
import dev.stowage.cli.Logging;
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
    /// To the first line, and everything from there on away.
    private static final String CLEAR = "\u001b[H\u001b[2J";

    private final PrintStream out;
    private final Map<String, String> environment;
    private final BooleanSupplier terminal;

    @SuppressWarnings("SystemOut") // the answer goes where the user looks
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
        return "Show how full volumes are, who uses them, where, and how they fare.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        TopPlan plan = new TopLine().parse(args);
        if (!environment.containsKey("STOWAGE_LOG")) {
            Logging.silence();
        }
        ClusterAccess cluster = ClusterAccess.of(plan.kubeconfig(), "");
        try (KubeClient api = new KubeClient(cluster, RequestLimiter.adaptive(), "stowage-top")) {
            TopLook look = new TopLook(api, namespace(plan, cluster), plan.order());
            if (plan.format() == Format.JSON || plan.once() || !terminal.getAsBoolean()) {
                Shot shot = look.take();
                out.print(plan.format() == Format.JSON ? shot.json().toPrettyString() + "\n" : text(plan, shot));
                return 0;
            }
            return live(plan, look);
        }
    }

    /// Until it is interrupted. Kubelets tell figures when asked and never by themselves, so they are asked again.
    private int live(TopPlan plan, TopLook look) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        do {
            String screen;
            try {
                screen = text(plan, look.take());
            } catch (IOException e) {
                screen = "The server does not answer: " + e.getMessage() + "\n";
            }
            out.print(CLEAR + screen);
            out.flush();
        } while (!never.await(plan.every().toNanos(), TimeUnit.NANOSECONDS));
        return 0;
    }

    private static String text(TopPlan plan, Shot shot) {
        return shot.text(plan.everywhere());
    }

    /// @return empty for all
    private static String namespace(TopPlan plan, ClusterAccess cluster) {
        if (plan.everywhere()) {
            return "";
        }
        return plan.namespace().isEmpty() ? cluster.namespace() : plan.namespace();
    }
}

package dev.stowage.cli.drain;

import dev.stowage.cli.Command;
import dev.stowage.cli.LogConfiguration;
import dev.stowage.cli.move.MovePhase;
import dev.stowage.cli.move.MovePrinter;
import dev.stowage.cli.move.MoveRequest;
import dev.stowage.cli.move.MoveText;
import dev.stowage.cli.move.ObjectWatch;
import dev.stowage.cli.move.VolumeMove;
import dev.stowage.cli.move.WatchInterruption;
import dev.stowage.cli.up.instance.ClusterFinder;
import dev.stowage.flags.TerminalColors;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/// `stowage drain`.
public final class DrainCommand implements Command {
    private final PrintStream out;
    private final PrintStream err;
    private final Map<String, String> environment;
    private final BooleanSupplier terminal;

    @SuppressWarnings("SystemOut") // the result belongs on standard output
    public DrainCommand() {
        this(System.out, System.err, System.getenv(), TerminalColors::isErrorTerminal);
    }

    DrainCommand(PrintStream out, PrintStream err, Map<String, String> environment, BooleanSupplier terminal) {
        this.out = out;
        this.err = err;
        this.environment = environment;
        this.terminal = terminal;
    }

    @Override
    public String name() {
        return "drain";
    }

    @Override
    public String summary() {
        return "Move all volumes away from a node.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        DrainOptions options = new DrainFlags().parse(args);
        if (!environment.containsKey("STOWAGE_LOG")) {
            LogConfiguration.silence();
        }
        ClusterAccess cluster =
                ClusterFinder.of(environment).find(options.cluster()).access();
        try (KubeClient api = new KubeClient(cluster, RequestLimiter.adaptive(), "stowage-drain");
                ObjectWatch<VolumeMove> watch = ObjectWatch.start(api, VolumeMove.KIND, "")) {
            NodeCordon cordon = new NodeCordon(api, options.node());
            return options.cancel() ? cancel(cordon, watch, options) : drain(api, cordon, watch, options);
        }
    }

    private int drain(KubeClient api, NodeCordon cordon, ObjectWatch<VolumeMove> watch, DrainOptions options)
            throws IOException, InterruptedException {
        err.println(cordon.cordon());
        String stopped =
                "Stopped watching. Moves that have begun go on, and no others begin; run the command again to go on,"
                        + " or cancel them: stowage drain %s --cancel".formatted(options.node());
        try (WatchInterruption _ = new WatchInterruption(err, stopped);
                MovePrinter printer = new MovePrinter(err, terminal.getAsBoolean())) {
            List<DrainRow> rows =
                    new DrainWorker(new DrainClusterReader(api, options.node()), watch, options, out, printer).drain();
            out.println();
            out.print(DrainTable.of(rows));
            out.println(DrainTable.end(options.node(), rows));
            return rows.stream().anyMatch(DrainTable::isLeft) ? 1 : 0;
        } catch (InterruptedException e) {
            err.println(stopped);
            throw e;
        }
    }

    /// Uncordons first: the pods of a volume that goes back start on this node.
    private int cancel(NodeCordon cordon, ObjectWatch<VolumeMove> watch, DrainOptions options)
            throws IOException, InterruptedException {
        out.println(cordon.uncordon());
        List<VolumeMove> moves = watch.all().stream()
                .filter(move -> move.isOfDrain(options.node()) && !move.isEnded())
                .toList();
        for (VolumeMove move : moves) {
            err.println("Cancelling the move of claim %s to node %s.".formatted(move.claim(), move.targetNode()));
            var _ = watch.patch(move, MoveRequest.cancellation());
        }
        int status = 0;
        try (MovePrinter printer = new MovePrinter(err, terminal.getAsBoolean())) {
            for (VolumeMove move : moves) {
                VolumeMove last = printer.follow(watch, move, move.claim() + ": ");
                out.println(MoveText.end(last));
                status = last.phase() == MovePhase.CANCELLED ? status : 1;
            }
        }
        return status;
    }
}

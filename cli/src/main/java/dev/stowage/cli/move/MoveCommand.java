package dev.stowage.cli.move;

import dev.stowage.cli.Command;
import dev.stowage.cli.LogConfiguration;
import dev.stowage.cli.up.instance.ClusterFinder;
import dev.stowage.flags.TerminalColors;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// `stowage move`.
public final class MoveCommand implements Command {
    private final PrintStream out;
    private final PrintStream err;
    private final Map<String, String> environment;
    private final BooleanSupplier terminal;

    @SuppressWarnings("SystemOut") // the result belongs on standard output
    public MoveCommand() {
        this(System.out, System.err, System.getenv(), TerminalColors::isErrorTerminal);
    }

    MoveCommand(PrintStream out, PrintStream err, Map<String, String> environment, BooleanSupplier terminal) {
        this.out = out;
        this.err = err;
        this.environment = environment;
        this.terminal = terminal;
    }

    @Override
    public String name() {
        return "move";
    }

    @Override
    public String summary() {
        return "Move the volume of a claim to another node while it is in use.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        MoveOptions parsed = new MoveFlags().parse(args);
        if (!environment.containsKey("STOWAGE_LOG")) {
            LogConfiguration.silence();
        }
        ClusterAccess cluster =
                ClusterFinder.of(environment).find(parsed.cluster()).access();
        MoveOptions options = parsed.in(cluster.namespace());
        try (KubeClient api = new KubeClient(cluster, RequestLimiter.adaptive(), "stowage-move");
                ObjectWatch<VolumeMove> watch = ObjectWatch.start(api, VolumeMove.KIND, options.namespace())) {
            return options.cancel() ? cancel(watch, options) : move(api, watch, options);
        }
    }

    private int move(KubeClient api, ObjectWatch<VolumeMove> watch, MoveOptions options)
            throws IOException, InterruptedException {
        return switch (MoveStartDecision.decide(read(api, watch, options))) {
            case MoveStart.AlreadyThere(String text) -> {
                out.println(text);
                yield 0;
            }
            case MoveStart.Refuse(String why) -> throw new IOException(why);
            case MoveStart.Create(String note) -> {
                VolumeMove created = watch.create(
                        options.namespace(), options.request().object(options.claim(), options.target(), ""));
                err.println("Created VolumeMove " + created.key() + ".");
                if (!note.isEmpty()) {
                    err.println(note);
                }
                yield follow(watch, created, options);
            }
            case MoveStart.Resume(VolumeMove move) -> {
                err.println("pvc/%s is being moved to node %s by VolumeMove %s."
                        .formatted(options.claim(), options.target(), move.key()));
                VolumeMove now = options.request().isMoreThan(move)
                        ? watch.patch(move, options.request().patch())
                        : move;
                yield follow(watch, now, options);
            }
        };
    }

    private static MoveStartState read(KubeClient api, ObjectWatch<VolumeMove> watch, MoveOptions options)
            throws IOException, InterruptedException {
        Optional<PersistentVolumeClaim> claim = api.find(Kinds.CLAIMS, options.namespace(), options.claim());
        String volume = claim.map(PersistentVolumeClaim::volumeName).orElse("");
        return new MoveStartState(
                options,
                claim,
                volume.isEmpty() ? Optional.empty() : api.find(Kinds.VOLUMES, "", volume),
                api.list(Kinds.NODES, "").items(),
                unfinished(watch, options),
                Movers.read(api));
    }

    private static List<VolumeMove> unfinished(ObjectWatch<VolumeMove> watch, MoveOptions options) {
        return watch.all().stream()
                .filter(move -> move.claimName().equals(options.claim()) && !move.isEnded())
                .toList();
    }

    private int cancel(ObjectWatch<VolumeMove> watch, MoveOptions options) throws IOException, InterruptedException {
        List<VolumeMove> moves = unfinished(watch, options).stream()
                .filter(move -> options.target().isEmpty() || move.targetNode().equals(options.target()))
                .toList();
        if (moves.isEmpty()) {
            out.println("No move of pvc/%s is left to cancel.".formatted(options.claim()));
            return 0;
        }
        int status = 0;
        for (VolumeMove move : moves) {
            err.println("Cancelling VolumeMove " + move.key() + ".");
            var _ = watch.patch(move, MoveRequest.cancellation());
        }
        for (VolumeMove move : moves) {
            status = Math.max(status, follow(watch, move, options));
        }
        return status;
    }

    private int follow(ObjectWatch<VolumeMove> watch, VolumeMove move, MoveOptions options)
            throws InterruptedException {
        if (!options.watch()) {
            return 0;
        }
        VolumeMove ended = end(watch, move, options);
        boolean isGood = options.cancel() ? ended.phase() == MovePhase.CANCELLED : ended.phase() == MovePhase.SUCCEEDED;
        (isGood ? out : err).println(MoveText.end(ended));
        return isGood ? 0 : 1;
    }

    private VolumeMove end(ObjectWatch<VolumeMove> watch, VolumeMove move, MoveOptions options)
            throws InterruptedException {
        String stopped = options.cancel()
                ? "Stopped watching. The move is still being cancelled."
                : "Stopped watching. The move goes on; to cancel it: " + options.cancelCommand();
        try (WatchInterruption interruption = new WatchInterruption(err, stopped);
                MovePrinter printer = new MovePrinter(err, terminal.getAsBoolean())) {
            try {
                return printer.follow(watch, move, "");
            } catch (InterruptedException e) {
                interruption.print();
                throw e;
            }
        }
    }
}

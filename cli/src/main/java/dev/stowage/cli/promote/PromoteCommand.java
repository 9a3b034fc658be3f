package dev.stowage.cli.promote;

import dev.stowage.cli.Command;
import dev.stowage.cli.LogConfiguration;
import dev.stowage.cli.move.Movers;
import dev.stowage.cli.move.ObjectWatch;
import dev.stowage.cli.move.WatchInterruption;
import dev.stowage.cli.up.instance.ClusterFinder;
import dev.stowage.flags.TerminalColors;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.model.Kinds;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/// `stowage promote`.
public final class PromoteCommand implements Command {
    /// A mover that refuses looks again every five seconds.
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final PrintStream out;
    private final PrintStream err;
    private final Map<String, String> environment;
    private final BooleanSupplier terminal;
    private final Duration patience;

    @SuppressWarnings("SystemOut") // the result belongs on standard output
    public PromoteCommand() {
        this(System.out, System.err, System.getenv(), TerminalColors::isErrorTerminal, PATIENCE);
    }

    PromoteCommand(
            PrintStream out,
            PrintStream err,
            Map<String, String> environment,
            BooleanSupplier terminal,
            Duration patience) {
        this.out = out;
        this.err = err;
        this.environment = environment;
        this.terminal = terminal;
        this.patience = patience;
    }

    @Override
    public String name() {
        return "promote";
    }

    @Override
    public String summary() {
        return "Make the standby copy of a claim the volume, when its node is lost.";
    }

    @Override
    public int run(List<String> args) throws IOException, InterruptedException {
        PromoteOptions parsed = new PromoteFlags().parse(args);
        if (!environment.containsKey("STOWAGE_LOG")) {
            LogConfiguration.silence();
        }
        ClusterAccess cluster =
                ClusterFinder.of(environment).find(parsed.cluster()).access();
        PromoteOptions options = parsed.in(cluster.namespace());
        try (KubeClient api = new KubeClient(cluster, RequestLimiter.adaptive(), "stowage-promote");
                ObjectWatch<VolumeStandby> watch = ObjectWatch.start(api, VolumeStandby.KIND, options.namespace())) {
            return promote(api, watch, options);
        }
    }

    private int promote(KubeClient api, ObjectWatch<VolumeStandby> watch, PromoteOptions options)
            throws IOException, InterruptedException {
        return switch (PromoteStartDecision.decide(read(api, watch, options))) {
            case PromoteStart.Refuse(String why) -> throw new IOException(why);
            case PromoteStart.Request(VolumeStandby standby, String note) -> {
                VolumeStandby requested = watch.patch(standby, PromoteRequest.of(standby, options.nodeIsDown()));
                err.println("Requested the promotion of VolumeStandby %s%s.".formatted(standby.key(), age(standby)));
                if (!note.isEmpty()) {
                    err.println(note);
                }
                yield follow(watch, requested, options);
            }
            case PromoteStart.Resume(VolumeStandby standby) -> {
                err.println("The promotion of VolumeStandby %s is requested already.".formatted(standby.key()));
                yield follow(watch, standby, options);
            }
        };
    }

    private static String age(VolumeStandby standby) {
        return standby.copiedAt()
                .map(at -> ", copied at " + at.truncatedTo(ChronoUnit.SECONDS))
                .orElse("");
    }

    private static PromoteStartState read(KubeClient api, ObjectWatch<VolumeStandby> watch, PromoteOptions options)
            throws IOException, InterruptedException {
        return new PromoteStartState(
                options,
                api.find(Kinds.CLAIMS, options.namespace(), options.claim()).isPresent(),
                watch.all().stream()
                        .filter(standby -> standby.claimName().equals(options.claim()))
                        .toList(),
                Movers.read(api));
    }

    private int follow(ObjectWatch<VolumeStandby> watch, VolumeStandby requested, PromoteOptions options)
            throws IOException, InterruptedException {
        if (!options.watch()) {
            return 0;
        }
        PromoteEnd end = end(watch, requested);
        return switch (end.outcome()) {
            case PromoteOutcome.Promoted _ -> {
                out.println(PromoteText.promoted(end.standby()));
                yield 0;
            }
            case PromoteOutcome.Refused(String why) -> {
                err.println(PromoteText.refused(end.standby(), why));
                err.println("Withdrew the request, so that it is not carried out later.");
                yield 1;
            }
            case PromoteOutcome.Gone(String why) -> {
                err.println(PromoteText.refused(end.standby(), why));
                yield 1;
            }
            case PromoteOutcome.Open _ -> throw new IllegalStateException("a promotion that is open has not ended");
        };
    }

    private PromoteEnd end(ObjectWatch<VolumeStandby> watch, VolumeStandby requested)
            throws IOException, InterruptedException {
        String stopped = "Stopped watching. The request stays; to withdraw it before it is carried out: "
                + PromoteRequest.withdrawalCommand(requested);
        try (WatchInterruption interruption = new WatchInterruption(err, stopped);
                PromotePrinter printer = new PromotePrinter(err, terminal.getAsBoolean())) {
            try {
                return new PromoteWorker(watch, printer, patience).follow(requested);
            } catch (InterruptedException e) {
                interruption.print();
                throw e;
            }
        }
    }
}

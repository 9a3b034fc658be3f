package dev.stowage.cli.drain;

import dev.stowage.cli.move.MovePrinter;
import dev.stowage.cli.move.ObjectWatch;
import dev.stowage.cli.move.VolumeMove;
import dev.stowage.kube.client.ApiFailure;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Starts the moves of a drain and watches them, until nothing is left to wait for.
final class DrainWorker {
    /// Nodes become ready, and capacities change, without a change of a move.
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private final DrainClusterReader reader;
    private final ObjectWatch<VolumeMove> watch;
    private final DrainOptions options;
    private final PrintStream out;
    private final MovePrinter printer;
    private final Set<String> earlier;

    DrainWorker(
            DrainClusterReader reader,
            ObjectWatch<VolumeMove> watch,
            DrainOptions options,
            PrintStream out,
            MovePrinter printer) {
        this.reader = reader;
        this.watch = watch;
        this.options = options;
        this.out = out;
        this.printer = printer;
        this.earlier = watch.all().stream()
                .filter(VolumeMove::isEnded)
                .map(move -> move.meta().uid())
                .collect(Collectors.toSet());
    }

    /// @return what has become of each volume
    List<DrainRow> drain() throws IOException, InterruptedException {
        List<DrainRow> rows = decide();
        out.print(DrainTable.of(rows));
        out.flush();
        while (rows.stream().anyMatch(DrainRow::isOpen)) {
            try {
                if (!start(rows)) {
                    awaitChange(rows);
                }
                rows = decide();
            } catch (ApiFailure e) {
                if (!e.isUncertain()) {
                    throw e;
                }
                printer.note("The API server does not respond; trying again: " + e.getMessage());
                watch.await(LONGEST_WAIT);
            }
        }
        printer.close();
        return rows;
    }

    private List<DrainRow> decide() throws IOException, InterruptedException {
        // The moves first: a volume that is read before its move has ended would seem to be left behind.
        List<VolumeMove> moves = watch.all();
        return DrainDecision.decide(new DrainState(options, reader.read(), moves, earlier));
    }

    /// @return whether anything was changed
    private boolean start(List<DrainRow> rows) throws IOException, InterruptedException {
        boolean isChanged = false;
        for (DrainRow row : rows) {
            if (row.outcome() instanceof VolumeOutcome.Start(String target)) {
                String[] claim = row.claim().split("/", 2);
                var _ = watch.create(claim[0], options.request().object(claim[1], target, options.node()));
                isChanged = true;
            } else if (row.outcome() instanceof VolumeOutcome.Moving(VolumeMove move)
                    && move.isOfDrain(options.node())
                    && options.request().isMoreThan(move)) {
                var _ = watch.patch(move, options.request().patch());
                isChanged = true;
            }
        }
        return isChanged;
    }

    private void awaitChange(List<DrainRow> rows) throws InterruptedException {
        Map<String, String> phases = phases();
        long begun = System.nanoTime();
        do {
            show(rows);
            watch.await(LONGEST_WAIT);
        } while (phases.equals(phases()) && System.nanoTime() - begun < LONGEST_WAIT.toNanos());
    }

    /// Decisions follow from these; bytes only change what is shown.
    private Map<String, String> phases() {
        Map<String, String> phases = new HashMap<>();
        watch.all().forEach(move -> phases.put(move.meta().uid(), move.phase().toString()));
        return phases;
    }

    private void show(List<DrainRow> rows) {
        List<DrainRow> now = rows.stream().map(this::now).toList();
        for (DrainRow row : now) {
            if (row.outcome() instanceof VolumeOutcome.Moving(VolumeMove move)) {
                printer.step(move, row.claim() + ": ");
            }
        }
        printer.line(DrainTable.summary(now));
    }

    private DrainRow now(DrainRow row) {
        return row.outcome() instanceof VolumeOutcome.Moving(VolumeMove before)
                ? new DrainRow(
                        row.claim(),
                        row.volume(),
                        row.bytes(),
                        new VolumeOutcome.Moving(watch.find(before).orElse(before)))
                : row;
    }
}

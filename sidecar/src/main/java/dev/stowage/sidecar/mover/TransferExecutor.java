package dev.stowage.sidecar.mover;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.sidecar.mover.Carrier.Cargo;
import dev.stowage.sidecar.mover.Carrier.Carried;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Has a snapshot or a fenced volume carried to this node, and reports how far it is.
final class TransferExecutor {
    private static final Logger log = LoggerFactory.getLogger(TransferExecutor.class);
    private static final long REPORT_EVERY = Duration.ofSeconds(2).toNanos();

    /// Below it, the rate says more about the calls than about the network.
    private static final long LEAST_MEASURED = 8L << 20;

    /// Pods that end and start, and the calls.
    private static final long USUAL_PAUSE_SECONDS = 5;

    private final ActiveTransfers transfers;
    private final MoveStatusWriter writer;
    private final MoverMetrics metrics;
    private final ClassParameters parameters;

    TransferExecutor(
            ActiveTransfers transfers, MoveStatusWriter writer, MoverMetrics metrics, ClassParameters parameters) {
        this.transfers = transfers;
        this.writer = writer;
        this.metrics = metrics;
        this.parameters = parameters;
    }

    /// What a transfer came to.
    ///
    /// @param size of all its blocks; [Checkpoint#UNKNOWN] when an earlier call had completed it
    record Transferred(TransferredBytes bytes, long size, Duration time) {}

    Transferred carry(MoveState state, Optional<Checkpoint> snapshot, Optional<Checkpoint> base)
            throws ApiFailure, PeerCallException, InterruptedException {
        VolumeMove move = state.move();
        MoveSubject subject = move.status().subject().orElseThrow();
        long before = move.status().checkpoints().all().stream()
                .mapToLong(each -> Math.max(0, each.bytes()))
                .sum();
        long begun = System.nanoTime();
        Cargo cargo = new Cargo(
                subject.sourceNode(),
                subject.volumeHandle(),
                snapshot.map(Checkpoint::snapshotId),
                base.map(Checkpoint::snapshotId),
                subject.generation(),
                parameters.of(state.volume()),
                move.spec().bandwidthLimit());
        Carried carried =
                transfers.carry(move.meta().uid(), cargo, () -> writer.isCancelled(move), reports(move, before, begun));
        metrics.received(carried.sent());
        Duration time = Duration.ofNanos(System.nanoTime() - begun);
        long known = move.status().bytes().perSecond();
        long rate = carried.sent() < LEAST_MEASURED && known > 0 ? known : rate(carried.sent(), time);
        long sent = before + carried.total();
        return new Transferred(
                new TransferredBytes(sent, sent, rate, pause(carried.total(), rate)),
                carried.wasComplete() ? Checkpoint.UNKNOWN : carried.total(),
                time);
    }

    private Consumer<Carried> reports(VolumeMove move, long before, long begun) {
        return new Consumer<>() {
            private long last = begun;

            @Override
            public void accept(Carried carried) {
                long now = System.nanoTime();
                if (now - last < REPORT_EVERY) {
                    return;
                }
                last = now;
                long rate = rate(carried.sent(), Duration.ofNanos(now - begun));
                report(
                        move,
                        new TransferredBytes(
                                before + Math.max(carried.total(), carried.sent()),
                                before + carried.sent(),
                                rate,
                                move.status().bytes().expectedPauseSeconds()));
            }
        };
    }

    private void report(VolumeMove move, TransferredBytes bytes) {
        try {
            writer.report(move, bytes);
        } catch (ApiFailure e) {
            log.debug("Move {}: cannot report {} bytes: {}", move.key(), bytes.sent(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static long rate(long bytes, Duration time) {
        return bytes * 1000 / Math.max(1, time.toMillis());
    }

    /// As long as the last round took, because what changes meanwhile is about as much.
    private static long pause(long bytes, long rate) {
        return USUAL_PAUSE_SECONDS + (rate == 0 ? 0 : bytes / rate);
    }
}

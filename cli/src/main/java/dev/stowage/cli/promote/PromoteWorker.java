package dev.stowage.cli.promote;

import dev.stowage.cli.move.ObjectWatch;
import dev.stowage.kube.client.ApiFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/// Watches a promotion until it has ended. A request that is refused is withdrawn: otherwise it would be carried out
/// when the reason is gone, perhaps hours later, when nobody expects it.
final class PromoteWorker {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private final ObjectWatch<VolumeStandby> watch;
    private final PromotePrinter printer;
    private final Duration patience;

    /// @param patience how long a mover may take to write another message, if it has one
    PromoteWorker(ObjectWatch<VolumeStandby> watch, PromotePrinter printer, Duration patience) {
        this.watch = watch;
        this.printer = printer;
        this.patience = patience;
    }

    PromoteEnd follow(VolumeStandby requested) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        VolumeStandby last = requested;
        while (true) {
            Duration left = patience.minusNanos(System.nanoTime() - begun);
            boolean isAnswered = !left.isPositive();
            PromoteOutcome outcome = PromoteDecision.decide(requested, last, isAnswered);
            switch (outcome) {
                case PromoteOutcome.Open _ -> {
                    printer.show(PromoteText.activity(requested, last));
                    watch.await(isAnswered ? LONGEST_WAIT : left);
                    Optional<VolumeStandby> now = watch.find(requested);
                    if (now.isEmpty()) {
                        return new PromoteEnd(
                                last,
                                new PromoteOutcome.Gone("VolumeStandby %s was deleted".formatted(requested.key())));
                    }
                    last = now.get();
                }
                case PromoteOutcome.Refused _ -> {
                    VolumeStandby now = withdraw(last);
                    if (!now.isPromoting() && now.phase() != StandbyPhase.PROMOTED) {
                        return new PromoteEnd(now, outcome);
                    }
                    last = now; // the reason was gone a moment before
                }
                case PromoteOutcome.Promoted _, PromoteOutcome.Gone _ -> {
                    return new PromoteEnd(last, outcome);
                }
            }
        }
    }

    /// The mover decides for a promotion in a write that the server refuses if the object has changed. So one of that
    /// write and this one is first, and what this one returns says which.
    private VolumeStandby withdraw(VolumeStandby standby) throws IOException, InterruptedException {
        while (true) {
            try {
                return watch.patch(standby, PromoteRequest.withdrawal(standby));
            } catch (ApiFailure e) {
                if (e.isNotFound()) {
                    return standby;
                }
                if (!e.isUncertain()) {
                    throw new IOException(
                            "cannot withdraw the request to promote the copy, which may be carried out later: %s (%s)"
                                    .formatted(e.getMessage(), PromoteRequest.withdrawalCommand(standby)),
                            e);
                }
                printer.show("The API server does not respond; trying to withdraw the request: " + e.getMessage());
                watch.await(LONGEST_WAIT);
            }
        }
    }
}

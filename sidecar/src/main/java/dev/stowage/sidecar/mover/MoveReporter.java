package dev.stowage.sidecar.mover;

import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes events on a move and on its claim: most users look at the claim.
final class MoveReporter {
    private static final Logger log = LoggerFactory.getLogger(MoveReporter.class);

    private final EventRecorder events;

    MoveReporter(EventRecorder events) {
        this.events = events;
    }

    void report(VolumeMove move, Optional<PersistentVolumeClaim> claim, MoveAction.Report report) {
        report(move.reference(), "Move " + move.key(), claim, report);
    }

    /// @param what for the log
    void report(ObjectReference about, String what, Optional<PersistentVolumeClaim> claim, MoveAction.Report report) {
        EventRecorder.Type type = report.isWarning() ? EventRecorder.Type.WARNING : EventRecorder.Type.NORMAL;
        log.info("{}: {}: {}.", what, report.reason(), report.message());
        events.record(about, type, report.reason(), report.message());
        claim.ifPresent(found -> events.record(found.reference(), type, report.reason(), report.message()));
    }
}

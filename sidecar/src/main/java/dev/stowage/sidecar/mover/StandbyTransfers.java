package dev.stowage.sidecar.mover;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.informer.Informer;
import dev.stowage.sidecar.mover.Carrier.Cargo;
import dev.stowage.sidecar.mover.Carrier.Carried;
import java.util.Optional;

/// Has the snapshots of standbys carried to this node.
record StandbyTransfers(
        ActiveTransfers transfers, Informer<VolumeStandby> standbys, MoverMetrics metrics, ClassParameters parameters) {

    /// @return the bytes that were sent
    long carry(StandbyState state, StandbySnapshot snapshot, Optional<StandbySnapshot> base)
            throws ApiFailure, PeerCallException, InterruptedException {
        VolumeStandby standby = state.standby();
        MoveSubject subject = state.subject();
        Cargo cargo = new Cargo(
                subject.sourceNode(),
                subject.volumeHandle(),
                Optional.of(snapshot.snapshotId()),
                base.map(StandbySnapshot::snapshotId),
                subject.generation(),
                parameters.of(state.volume()),
                standby.spec().bandwidthLimit());
        Carried carried = transfers.carry(standby.meta().uid(), cargo, () -> isInterrupted(standby), _ -> {});
        metrics.received(carried.sent());
        return carried.sent();
    }

    /// A user who promotes the copy cannot wait: what came of the difference is given up.
    private boolean isInterrupted(VolumeStandby seen) {
        return standbys.find(seen.key())
                .filter(now -> !now.isBeingDeleted()
                        && now.spec().promote() == seen.spec().promote())
                .isEmpty();
    }
}

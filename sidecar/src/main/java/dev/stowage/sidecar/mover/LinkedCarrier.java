package dev.stowage.sidecar.mover;

import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import dev.stowage.csi.transfer.v1alpha1.TransferGrpc.TransferBlockingStub;
import dev.stowage.sidecar.mover.link.CarrierException;
import dev.stowage.sidecar.mover.link.CarrierProgress;
import dev.stowage.sidecar.mover.link.CarrierResult;
import dev.stowage.sidecar.mover.link.RateLimit;
import dev.stowage.sidecar.mover.link.VolumeCarrier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Carries volumes over the connection to the mover of their node.
final class LinkedCarrier implements Carrier {
    private final VolumeCarrier carrier;
    private final Sources sources;
    private final Supplier<TransferBlockingStub> own;

    /// The driver of another node.
    @FunctionalInterface
    interface Sources {
        TransferBlockingStub of(String node) throws PeerCallException;
    }

    LinkedCarrier(VolumeCarrier carrier, Sources sources, Supplier<TransferBlockingStub> own) {
        this.carrier = carrier;
        this.sources = sources;
        this.own = own;
    }

    @Override
    public Carried carry(Cargo cargo, Consumer<Carried> listener) throws PeerCallException, InterruptedException {
        try {
            CarrierResult result = carrier.carry(
                    sources.of(cargo.sourceNode()),
                    own.get(),
                    request(cargo),
                    cargo.generation(),
                    cargo.volume(),
                    cargo.parameters(),
                    RateLimit.of(cargo.bandwidthLimit().orElse(0)),
                    progress -> listener.accept(carried(progress)));
            return new Carried(result.bytesTotal(), result.bytesSent(), result.wasComplete());
        } catch (CarrierException e) {
            throw new PeerCallException(
                    e.code(), String.valueOf(e.getMessage()), e.side() == CarrierException.Side.TARGET, e);
        }
    }

    private static SendRequest request(Cargo cargo) {
        SendRequest.Builder request = SendRequest.newBuilder();
        cargo.snapshot().ifPresentOrElse(request::setSnapshotId, () -> request.setVolumeId(cargo.volume()));
        cargo.base().ifPresent(request::setBaseSnapshotId);
        return request.build();
    }

    /// How much a transfer comes to is known at its end only.
    private static Carried carried(CarrierProgress progress) {
        return new Carried(progress.bytesSent(), progress.bytesSent(), false);
    }
}

package dev.stowage.sidecar.mover;

import dev.stowage.csi.transfer.v1alpha1.Copy;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.IncomingVolume;
import dev.stowage.sdk.TransferFormat;
import dev.stowage.sdk.TransferHeader;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.VolumeCopy;
import dev.stowage.sdk.transfer.CopyDecision;
import io.grpc.Status;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A driver with at most one volume, which is a number: how often it was written. The states of its copy are decided
/// as in a real driver.
final class ModelDriver implements CopyDriver {
    static final VolumeId VOLUME = VolumeId.of("vol-1");
    static final String HANDLE = VOLUME.handle();

    final String node;
    final Map<String, Integer> snapshots = new LinkedHashMap<>();
    private final Map<String, Integer> contents = new HashMap<>();
    Optional<VolumeCopy> copy = Optional.empty();
    boolean exists;
    boolean inUse;
    boolean canTakeSnapshots = true;
    int data;

    ModelDriver(String node) {
        this.node = node;
    }

    @FunctionalInterface
    private interface CopyCall<A> {
        A call(CopyDecision decision) throws CsiException;
    }

    private <A> A call(CopyCall<A> copyCall) throws PeerCallException {
        try {
            return copyCall.call(new CopyDecision(VOLUME, copy, exists));
        } catch (CsiException e) {
            throw refusal(Status.Code.valueOf(e.code().name()), String.valueOf(e.getMessage()));
        }
    }

    static PeerCallException refusal(Status.Code code, String message) {
        return new PeerCallException(code, message, true, new IllegalStateException(message));
    }

    boolean isActive() {
        return exists && (copy.isEmpty() || copy.get() instanceof VolumeCopy.Active);
    }

    @Override
    public Optional<Copy> find(String volume) throws PeerCallException {
        if (copy.isEmpty() && !exists) {
            return Optional.empty();
        }
        VolumeCopy now = call(CopyDecision::current);
        Copy.Builder message = Copy.newBuilder().setGeneration(now.generation()).setInUse(inUse);
        switch (now) {
            case VolumeCopy.Active _ -> message.setState(Copy.State.ACTIVE);
            case VolumeCopy.Fenced fenced -> message.setState(Copy.State.FENCED).setDestination(fenced.destination());
            case VolumeCopy.Receiving _ -> message.setState(Copy.State.RECEIVING);
            case VolumeCopy.Standby _ -> message.setState(Copy.State.STANDBY);
            case VolumeCopy.Activating _ -> message.setState(Copy.State.ACTIVATING);
            case VolumeCopy.Deleting _ -> message.setState(Copy.State.DELETING);
        }
        return Optional.of(message.build());
    }

    @Override
    public TakenSnapshot createSnapshot(String volume, String name) throws PeerCallException {
        if (!exists) {
            throw refusal(Status.Code.NOT_FOUND, "no volume");
        }
        if (!canTakeSnapshots) {
            throw refusal(Status.Code.INVALID_ARGUMENT, "no snapshots");
        }
        snapshots.putIfAbsent(name, data);
        return new TakenSnapshot(name, true, Instant.EPOCH);
    }

    @Override
    public void deleteSnapshot(String volume, String snapshot) {
        snapshots.remove(snapshot);
    }

    @Override
    public void fence(String volume, long generation, String destination) throws PeerCallException {
        copy = Optional.of(call(decision -> decision.fence(generation, destination)));
    }

    @Override
    public Map<String, String> activate(String volume, long generation) throws PeerCallException {
        VolumeCopy next = call(decision -> decision.activate(generation));
        exists = true;
        copy = Optional.of(next instanceof VolumeCopy.Activating ? new VolumeCopy.Active(generation) : next);
        return Map.of("pool", node);
    }

    @Override
    public void abandon(String volume, long generation) throws PeerCallException {
        if (copy.isEmpty()) {
            return;
        }
        VolumeCopy next = call(decision -> decision.abandon(generation));
        copy = switch (next) {
            case VolumeCopy.Deleting _ -> Optional.empty();
            case VolumeCopy.Receiving receiving
            when receiving.complete().isPresent() ->
                Optional.of(
                        new VolumeCopy.Standby(generation, receiving.complete().get()));
            case VolumeCopy.Receiving _,
                    VolumeCopy.Active _,
                    VolumeCopy.Fenced _,
                    VolumeCopy.Standby _,
                    VolumeCopy.Activating _ -> Optional.of(next);
        };
    }

    @Override
    public String deleteKeeping(String volume, long generation, String snapshotName) throws PeerCallException {
        if (exists) {
            snapshots.putIfAbsent(snapshotName, data);
        }
        delete(volume, generation);
        return snapshotName;
    }

    @Override
    public void delete(String volume, long generation) throws PeerCallException {
        Optional<VolumeCopy> next = call(decision -> decision.delete(generation));
        if (next.isPresent()) {
            if (inUse) {
                throw refusal(Status.Code.FAILED_PRECONDITION, "in use");
            }
            copy = Optional.empty();
            exists = false;
        }
    }

    /// DeleteVolume, as a provisioner calls it.
    boolean deleteVolume() {
        if (exists && (!isActive() || inUse)) {
            return false;
        }
        exists = false;
        copy = Optional.empty();
        return true;
    }

    /// Receives a content, or half of it.
    void receive(ModelDriver source, Carrier.Cargo cargo, boolean isWhole) throws PeerCallException {
        String content = cargo.snapshot().orElse("volume@" + cargo.generation());
        Optional<String> base = cargo.base();
        boolean isMissing = cargo.snapshot()
                        .filter(name -> !source.snapshots.containsKey(name))
                        .isPresent()
                || base.filter(name -> !source.snapshots.containsKey(name)).isPresent();
        if (isMissing) {
            throw refusal(Status.Code.NOT_FOUND, "no such snapshot");
        }
        int bytes = cargo.snapshot().map(source.snapshots::get).orElse(source.data);
        boolean isFenced = source.copy.orElse(null) instanceof VolumeCopy.Fenced;
        if (cargo.snapshot().isEmpty() && (!isFenced || source.inUse)) {
            throw new PeerCallException(
                    Status.Code.FAILED_PRECONDITION, "not fenced, or in use", false, new IllegalStateException());
        }
        TransferHeader header = new TransferHeader(TransferFormat.BLOCKS, content, base, Bytes.of(1), VOLUME, Map.of());
        IncomingVolume incoming = new IncomingVolume(VOLUME, header, Map.of());
        VolumeCopy next = call(decision -> decision.begin(cargo.generation(), incoming));
        copy = Optional.of(next);
        if (isWhole && next instanceof VolumeCopy.Receiving) {
            contents.put(content, bytes);
            copy = Optional.of(new VolumeCopy.Standby(cargo.generation(), content));
            data = contents.get(content);
        }
    }
}

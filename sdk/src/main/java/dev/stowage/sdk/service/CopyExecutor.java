package dev.stowage.sdk.service;

import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.IncomingVolume;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.Transfer;
import dev.stowage.sdk.TransferTarget;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.UncertainFailure;
import dev.stowage.sdk.record.VolumeCopies;
import dev.stowage.sdk.record.VolumeCopy;
import java.io.IOException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries out what was decided for a copy: each state is on disk before its effect. Callers hold the lock of
/// the volume.
record CopyExecutor(ServiceContext context, Transfer driver, VolumeCopies copies) {

    private static final Logger log = LoggerFactory.getLogger(CopyExecutor.class);

    private static IncomingVolume incoming(VolumeId id, VolumeCopy.Receiving receiving) {
        return new IncomingVolume(id, receiving.header(), receiving.parameters());
    }

    TransferTarget open(VolumeId id, VolumeCopy.Receiving receiving) throws CsiException, IOException {
        return driver.receive(incoming(id, receiving));
    }

    /// @return the state then; a copy that was verified before is complete
    VolumeCopy begin(VolumeId id, VolumeCopy.Receiving receiving) throws CsiException, IOException {
        boolean isNew = !(copies.find(id).orElse(null) instanceof VolumeCopy.Receiving);
        VolumeCopy before = copies.find(id).orElse(new VolumeCopy.Deleting(receiving.generation()));
        copies.put(id, receiving);
        if (receiving.verified()) {
            return complete(id, receiving);
        }
        try (TransferTarget target = open(id, receiving)) {
            target.sync();
            return receiving;
        } catch (CsiException | IOException | RuntimeException failure) {
            if (isNew
                    && !UncertainFailure.isIn(failure)
                    && !Thread.currentThread().isInterrupted()) {
                undo(id, before, failure);
            }
            throw failure;
        }
    }

    /// What was refused leaves nothing: no half of a volume for which there is no space.
    private void undo(VolumeId id, VolumeCopy before, Exception failure) {
        try {
            if (before instanceof VolumeCopy.Deleting) {
                delete(id, before);
            } else {
                driver.abandon(id);
                copies.put(id, before);
            }
        } catch (CsiException | IOException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /// After the checksum was compared.
    VolumeCopy complete(VolumeId id, VolumeCopy.Receiving receiving) throws CsiException, IOException {
        VolumeCopy.Receiving verified = receiving.asVerified();
        copies.put(id, verified);
        driver.complete(incoming(id, verified));
        VolumeCopy standby =
                new VolumeCopy.Standby(verified.generation(), verified.header().content());
        copies.put(id, standby);
        return standby;
    }

    void abandon(VolumeId id, VolumeCopy next) throws CsiException, IOException {
        switch (next) {
            case VolumeCopy.Deleting deleting -> delete(id, deleting);
            case VolumeCopy.Receiving receiving
            when receiving.verified() -> {
                VolumeCopy ignored = complete(id, receiving);
            }
            case VolumeCopy.Receiving receiving -> {
                copies.put(id, receiving);
                driver.abandon(id);
                copies.put(
                        id,
                        new VolumeCopy.Standby(
                                receiving.generation(), receiving.complete().orElseThrow()));
            }
            case VolumeCopy.Standby standby -> copies.put(id, standby);
            case VolumeCopy.Active _, VolumeCopy.Fenced _, VolumeCopy.Activating _ -> {}
        }
    }

    VolumeCopy activate(VolumeId id, long generation) throws CsiException, IOException {
        Volume volume = driver.activate(id);
        VolumeRegistry volumes = context.volumes().orElseThrow();
        volumes.adopt(volume.accessibleFrom(context.placed(volume.accessibleFrom())));
        VolumeCopy active = new VolumeCopy.Active(generation);
        copies.put(id, active);
        return active;
    }

    /// A copy that was a volume is removed like one; a copy that was not is unknown to the registry.
    void delete(VolumeId id, VolumeCopy deleting) throws CsiException, IOException {
        copies.put(id, deleting);
        if (context.volumes().isPresent()) {
            context.volumes().get().remove(id, Secrets.NONE);
        }
        driver.discard(id);
        copies.remove(id);
    }

    /// A deletion that was interrupted, of a copy or of a volume, or a creation: it leaves nothing to a new copy,
    /// and must not strike it later.
    void finishEarlierCalls(VolumeId id) throws CsiException, IOException {
        if (copies.find(id).orElse(null) instanceof VolumeCopy.Deleting deleting) {
            delete(id, deleting);
        }
        if (copies.find(id).isEmpty()) {
            context.volumes().orElseThrow().finishInterrupted(id);
        }
    }

    /// Finishes what a killed process had decided. Comes before the first call.
    void recover() {
        for (Map.Entry<String, VolumeCopy> record : copies.all().entrySet()) {
            VolumeId id = new VolumeId(record.getKey());
            try {
                recover(id, record.getValue());
            } catch (CsiException | IOException | RuntimeException e) {
                log.warn(
                        "Cannot finish the transfer of volume {}; the next call for it will retry: {}",
                        id,
                        e.getMessage());
            }
        }
    }

    private void recover(VolumeId id, VolumeCopy copy) throws CsiException, IOException {
        switch (copy) {
            case VolumeCopy.Receiving receiving
            when receiving.verified() -> {
                log.info("Completing the copy of volume {}.", id);
                VolumeCopy ignored = complete(id, receiving);
            }
            case VolumeCopy.Activating activating -> {
                log.info("Activating the copy of volume {}.", id);
                VolumeCopy ignored = activate(id, activating.generation());
            }
            case VolumeCopy.Deleting deleting -> {
                log.info("Deleting the copy of volume {}.", id);
                delete(id, deleting);
            }
            case VolumeCopy.Active _ -> {
                if (context.volumes().isPresent()
                        && context.volumes().get().find(id).isEmpty()) {
                    copies.remove(id); // the volume was deleted
                }
            }
            case VolumeCopy.Receiving _, VolumeCopy.Fenced _, VolumeCopy.Standby _ -> {}
        }
    }
}

package dev.stowage.sim.model;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.sim.server.SimulatedApiServer;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// The external attacher, with a driver that executes every call: the invariants are checked elsewhere.
public final class SimulatedAttacher implements Actor {
    private final SimulatedApiServer server;
    private final SimulatedStorage simulatedStorage;
    private final DetachListener detachListener;
    private final RandomGenerator random;
    private double failures;

    /// Called at the moment of each change to the disks.
    public interface DetachListener {
        void detaching(String handle, String node);
    }

    public SimulatedAttacher(
            SimulatedApiServer server,
            SimulatedStorage simulatedStorage,
            DetachListener detachListener,
            RandomGenerator random) {
        this.server = server;
        this.simulatedStorage = simulatedStorage;
        this.detachListener = detachListener;
        this.random = random;
    }

    /// @param share the fraction of driver calls that fail
    public void fail(double share) {
        failures = share;
    }

    @Override
    public boolean act() throws ApiFailure {
        List<VolumeAttachment> open = server.all(Kinds.ATTACHMENTS).stream()
                .filter(SimulatedAttacher::isOpen)
                .toList();
        if (open.isEmpty()) {
            return false;
        }
        VolumeAttachment one = open.get(random.nextInt(open.size()));
        Optional<PersistentVolume> volume = server.find(Kinds.VOLUMES, "", one.volumeName());
        if (one.isBeingDeleted()) {
            letGo(one);
        } else if (volume.isPresent()) {
            attach(one, volume.get());
        } else {
            return false;
        }
        return true;
    }

    private static boolean isOpen(VolumeAttachment attachment) {
        return attachment.isBeingDeleted()
                ? attachment.meta().hasFinalizer(SimulationConstants.ATTACHER_FINALIZER)
                : !attachment.attached();
    }

    private void attach(VolumeAttachment one, PersistentVolume volume) throws ApiFailure {
        if (!one.meta().hasFinalizer(SimulationConstants.ATTACHER_FINALIZER)) {
            server.patch(Kinds.ATTACHMENTS, one, Patch.addFinalizer(one, SimulationConstants.ATTACHER_FINALIZER));
            return;
        }
        if (random.nextDouble() < failures) {
            status(one, "{\"status\": {\"attached\": false, \"attachError\": {\"message\": \"no luck\"}}}");
            return;
        }
        String handle = volume.csi() == null ? "" : volume.csi().handle();
        simulatedStorage.attach(handle, one.nodeName());
        status(one, "{\"status\": {\"attached\": true, \"attachError\": null}}");
    }

    private void letGo(VolumeAttachment one) throws ApiFailure {
        if (random.nextDouble() < failures) {
            status(one, "{\"status\": {\"detachError\": {\"message\": \"no luck\"}}}");
            return;
        }
        String handle = one.volumeName();
        detachListener.detaching(handle, one.nodeName());
        simulatedStorage.detach(handle, one.nodeName());
        server.patch(Kinds.ATTACHMENTS, one, Patch.removeFinalizer(one, SimulationConstants.ATTACHER_FINALIZER));
    }

    private void status(VolumeAttachment one, String change) throws ApiFailure {
        server.patch(
                Kinds.ATTACHMENTS,
                one,
                Patch.merge(SimulationConstants.json(change)).status());
    }
}

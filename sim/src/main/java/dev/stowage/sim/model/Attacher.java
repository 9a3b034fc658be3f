package dev.stowage.sim.model;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.sim.server.World;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// The external attacher, on a driver that attaches whatever it is told to: whether that is right is up to others.
public final class Attacher implements Actor {
    private final World world;
    private final Storage storage;
    private final Ward ward;
    private final RandomGenerator random;
    private double failures;

    /// Hears of what really happens to disks, at the moment it happens.
    public interface Ward {
        void detaching(String handle, String node);
    }

    public Attacher(World world, Storage storage, Ward ward, RandomGenerator random) {
        this.world = world;
        this.storage = storage;
        this.ward = ward;
        this.random = random;
    }

    /// @param share of the calls to the driver that fail
    public void fail(double share) {
        failures = share;
    }

    @Override
    public boolean act() throws ApiFailure {
        List<VolumeAttachment> open =
                world.all(Kinds.ATTACHMENTS).stream().filter(Attacher::isOpen).toList();
        if (open.isEmpty()) {
            return false;
        }
        VolumeAttachment one = open.get(random.nextInt(open.size()));
        Optional<PersistentVolume> volume = world.find(Kinds.VOLUMES, "", one.volumeName());
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
                ? attachment.meta().hasFinalizer(Names.ATTACHER_FINALIZER)
                : !attachment.attached();
    }

    private void attach(VolumeAttachment one, PersistentVolume volume) throws ApiFailure {
        if (!one.meta().hasFinalizer(Names.ATTACHER_FINALIZER)) {
            world.patch(Kinds.ATTACHMENTS, one, Patch.addFinalizer(one, Names.ATTACHER_FINALIZER));
            return;
        }
        if (random.nextDouble() < failures) {
            status(one, "{\"status\": {\"attached\": false, \"attachError\": {\"message\": \"no luck\"}}}");
            return;
        }
        String handle = volume.csi() == null ? "" : volume.csi().handle();
        storage.attach(handle, one.nodeName());
        status(one, "{\"status\": {\"attached\": true, \"attachError\": null}}");
    }

    private void letGo(VolumeAttachment one) throws ApiFailure {
        if (random.nextDouble() < failures) {
            status(one, "{\"status\": {\"detachError\": {\"message\": \"no luck\"}}}");
            return;
        }
        String handle = one.volumeName();
        ward.detaching(handle, one.nodeName());
        storage.detach(handle, one.nodeName());
        world.patch(Kinds.ATTACHMENTS, one, Patch.removeFinalizer(one, Names.ATTACHER_FINALIZER));
    }

    private void status(VolumeAttachment one, String change) throws ApiFailure {
        world.patch(Kinds.ATTACHMENTS, one, Patch.merge(Names.json(change)).status());
    }
}

package dev.stowage.sim.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.sim.server.World;
import java.util.Optional;

/// The external provisioner: makes volumes for claims that ask for them, and takes back those that were released.
public final class Provisioner implements Actor {
    private final World world;
    private final Storage storage;

    public Provisioner(World world, Storage storage) {
        this.world = world;
        this.storage = storage;
    }

    @Override
    public boolean act() throws ApiFailure {
        Optional<PersistentVolumeClaim> wanting =
                world.all(Kinds.CLAIMS).stream().filter(this::isWanted).findFirst();
        if (wanting.isPresent()) {
            provision(wanting.get());
            return true;
        }
        Optional<PersistentVolume> released = world.all(Kinds.VOLUMES).stream()
                .filter(Provisioner::isReleased)
                .findFirst();
        if (released.isPresent()) {
            takeBack(released.get());
            return true;
        }
        return false;
    }

    private boolean isWanted(PersistentVolumeClaim claim) {
        return claim.volumeName().isEmpty()
                && !claim.isBeingDeleted()
                && claim.meta().annotation(Names.PROVISIONER).equals(Names.DRIVER)
                && world.find(Kinds.VOLUMES, "", volumeName(claim)).isEmpty()
                && (!waits(claim)
                        || !claim.meta().annotation(Names.SELECTED_NODE).isEmpty());
    }

    private boolean waits(PersistentVolumeClaim claim) {
        String name = claim.effectiveClass();
        return name != null
                && world.find(Kinds.STORAGE_CLASSES, "", name)
                        .filter(StorageClass::waitsForConsumer)
                        .isPresent();
    }

    private static String volumeName(PersistentVolumeClaim claim) {
        return "pvc-" + claim.meta().uid();
    }

    private void provision(PersistentVolumeClaim claim) throws ApiFailure {
        String name = volumeName(claim);
        storage.make(name);
        ObjectNode volume = Names.json("""
                {"metadata": {"name": "%s", "annotations": {"%s": "%s"}, "finalizers": ["%s"]},
                 "spec": {"capacity": {"storage": "%s"}, "accessModes": ["ReadWriteOnce"],
                  "persistentVolumeReclaimPolicy": "Delete", "storageClassName": "%s", "volumeMode": "Filesystem",
                  "csi": {"driver": "%s", "volumeHandle": "%s"}}}
                """.formatted(
                        name,
                        Names.PROVISIONED_BY,
                        Names.DRIVER,
                        Names.PROVISIONER_FINALIZER,
                        claim.request(),
                        claim.effectiveClass(),
                        Names.DRIVER,
                        name));
        claim.reference().writeTo(volume.withObject("/spec").putObject("claimRef"));
        world.create(Kinds.VOLUMES, "", volume);
    }

    private static boolean isReleased(PersistentVolume volume) {
        return volume.meta().hasFinalizer(Names.PROVISIONER_FINALIZER)
                && volume.reclaimPolicy().equals("Delete")
                && (volume.isBeingDeleted()
                        ? !volume.phase().equals("Bound")
                        : volume.phase().equals("Released"));
    }

    private void takeBack(PersistentVolume volume) throws ApiFailure {
        if (volume.isBeingDeleted()) {
            storage.destroy(volume.meta().name());
            world.patch(Kinds.VOLUMES, volume, Patch.removeFinalizer(volume, Names.PROVISIONER_FINALIZER));
        } else {
            world.delete(Kinds.VOLUMES, volume, true);
        }
    }
}

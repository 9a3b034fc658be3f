package dev.stowage.sim.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.sim.server.SimulatedApiServer;
import java.util.Optional;

/// The external provisioner: creates volumes for claims, and deletes released ones.
public final class SimulatedProvisioner implements Actor {
    private final SimulatedApiServer server;
    private final SimulatedStorage simulatedStorage;

    public SimulatedProvisioner(SimulatedApiServer server, SimulatedStorage simulatedStorage) {
        this.server = server;
        this.simulatedStorage = simulatedStorage;
    }

    @Override
    public boolean act() throws ApiFailure {
        Optional<PersistentVolumeClaim> wanting =
                server.all(Kinds.CLAIMS).stream().filter(this::isWanted).findFirst();
        if (wanting.isPresent()) {
            provision(wanting.get());
            return true;
        }
        Optional<PersistentVolume> released = server.all(Kinds.VOLUMES).stream()
                .filter(SimulatedProvisioner::isReleased)
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
                && claim.meta().annotation(SimulationConstants.PROVISIONER).equals(SimulationConstants.DRIVER)
                && server.find(Kinds.VOLUMES, "", volumeName(claim)).isEmpty()
                && (!waits(claim)
                        || !claim.meta()
                                .annotation(SimulationConstants.SELECTED_NODE)
                                .isEmpty());
    }

    private boolean waits(PersistentVolumeClaim claim) {
        String name = claim.effectiveClass();
        return name != null
                && server.find(Kinds.STORAGE_CLASSES, "", name)
                        .filter(StorageClass::waitsForConsumer)
                        .isPresent();
    }

    private static String volumeName(PersistentVolumeClaim claim) {
        return "pvc-" + claim.meta().uid();
    }

    private void provision(PersistentVolumeClaim claim) throws ApiFailure {
        String name = volumeName(claim);
        simulatedStorage.make(name);
        ObjectNode volume = SimulationConstants.json("""
                {"metadata": {"name": "%s", "annotations": {"%s": "%s"}, "finalizers": ["%s"]},
                 "spec": {"capacity": {"storage": "%s"}, "accessModes": ["ReadWriteOnce"],
                  "persistentVolumeReclaimPolicy": "Delete", "storageClassName": "%s", "volumeMode": "Filesystem",
                  "csi": {"driver": "%s", "volumeHandle": "%s"}}}
                """.formatted(
                        name,
                        SimulationConstants.PROVISIONED_BY,
                        SimulationConstants.DRIVER,
                        SimulationConstants.PROVISIONER_FINALIZER,
                        claim.request(),
                        claim.effectiveClass(),
                        SimulationConstants.DRIVER,
                        name));
        claim.reference().writeTo(volume.withObject("/spec").putObject("claimRef"));
        server.create(Kinds.VOLUMES, "", volume);
    }

    private static boolean isReleased(PersistentVolume volume) {
        return volume.meta().hasFinalizer(SimulationConstants.PROVISIONER_FINALIZER)
                && volume.reclaimPolicy().equals("Delete")
                && (volume.isBeingDeleted()
                        ? !volume.phase().equals("Bound")
                        : volume.phase().equals("Released"));
    }

    private void takeBack(PersistentVolume volume) throws ApiFailure {
        if (volume.isBeingDeleted()) {
            simulatedStorage.destroy(volume.meta().name());
            server.patch(
                    Kinds.VOLUMES, volume, Patch.removeFinalizer(volume, SimulationConstants.PROVISIONER_FINALIZER));
        } else {
            server.delete(Kinds.VOLUMES, volume, true);
        }
    }
}

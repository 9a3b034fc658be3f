package dev.stowage.sim;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.sim.model.SimulatedStorage;
import dev.stowage.sim.model.SimulationConstants;
import dev.stowage.sim.server.SimulatedApiServer;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// What must hold some time after the faults have ended.
final class ConvergenceChecks {
    private final SimulatedApiServer server;
    private final SimulatedStorage simulatedStorage;

    ConvergenceChecks(SimulatedApiServer server, SimulatedStorage simulatedStorage) {
        this.server = server;
        this.simulatedStorage = simulatedStorage;
    }

    void check() {
        server.all(Kinds.CLAIMS).forEach(this::claim);
        server.all(Kinds.VOLUMES).forEach(this::volume);
        server.all(Kinds.PODS).forEach(this::pod);
        server.all(Kinds.ATTACHMENTS).forEach(this::attachment);
        Set<String> made = server.all(Kinds.VOLUMES).stream()
                .map(volume -> volume.meta().name())
                .filter(name -> name.startsWith("pvc-"))
                .collect(Collectors.toCollection(TreeSet::new));
        demand(
                made.equals(simulatedStorage.volumes()),
                "disks " + simulatedStorage.volumes() + " exist for the volumes " + made);
    }

    private void claim(PersistentVolumeClaim claim) {
        if (claim.isBeingDeleted()) {
            demand(isUsed(claim), "claim " + claim.key() + " keeps its finalizer, though no pod uses it");
            return;
        }
        boolean bound = claim.status().isBound();
        if (SimulationConstants.AT_ONCE.equals(claim.effectiveClass())) {
            demand(bound, "claim " + claim.key() + " is not bound");
        } else if (SimulationConstants.WITH_POD.equals(claim.effectiveClass())) {
            demand(bound || !isUsed(claim), "claim " + claim.key() + " is not bound, though a pod waits for it");
        } else if (!bound) {
            Optional<PersistentVolume> fit = server.all(Kinds.VOLUMES).stream()
                    .filter(volume -> volume.storageClass().isEmpty()
                            && volume.claim() == null
                            && volume.phase().equals("Available")
                            && volume.capacity().compareTo(claim.request()) >= 0)
                    .findFirst();
            demand(
                    fit.isEmpty(),
                    "claim " + claim.key() + " is not bound, though " + fit.map(PersistentVolume::key) + " would fit");
        }
    }

    private boolean isUsed(PersistentVolumeClaim claim) {
        return server.all(Kinds.PODS).stream()
                .anyMatch(pod -> pod.claims().contains(claim.meta().name()));
    }

    private void volume(PersistentVolume volume) {
        boolean bound = volume.phase().equals("Bound");
        boolean owned = volume.claim() != null
                && server.find(
                                Kinds.CLAIMS,
                                volume.claim().namespace(),
                                volume.claim().name())
                        .filter(claim -> claim.volumeName().equals(volume.meta().name()))
                        .isPresent();
        demand(bound == owned, "volume " + volume.key() + " is " + volume.phase() + " and owned: " + owned);
        demand(
                bound || !volume.reclaimPolicy().equals("Delete"),
                "volume " + volume.key() + " is " + volume.phase() + " and should be deleted");
    }

    private void pod(Pod pod) {
        if (pod.nodeName().isEmpty() || pod.isBeingDeleted()) {
            return;
        }
        for (String name : pod.claims()) {
            server.find(Kinds.CLAIMS, pod.meta().namespace(), name)
                    .filter(claim -> claim.status().isBound())
                    .ifPresent(claim -> {
                        Set<String> where = simulatedStorage.mountedOn(claim.volumeName());
                        demand(!where.isEmpty(), "pod " + pod.key() + " waits for its volume " + claim.volumeName());
                    });
        }
    }

    private void attachment(VolumeAttachment attachment) {
        boolean wanted = server.all(Kinds.PODS).stream()
                .filter(pod -> pod.nodeName().equals(attachment.nodeName()))
                .flatMap(pod -> pod.claims().stream())
                .flatMap(name -> server.find(Kinds.CLAIMS, SimulationConstants.NAMESPACE, name).stream())
                .anyMatch(claim -> claim.volumeName().equals(attachment.volumeName()));
        demand(
                wanted,
                "volume " + attachment.volumeName() + " is still attached to " + attachment.nodeName()
                        + ", where no pod uses it");
    }

    private static void demand(boolean holds, String otherwise) {
        if (!holds) {
            throw new InvariantViolationException(otherwise);
        }
    }
}

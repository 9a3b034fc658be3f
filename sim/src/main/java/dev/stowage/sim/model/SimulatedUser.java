package dev.stowage.sim.model;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.sim.server.SimulatedApiServer;
import java.util.List;
import java.util.random.RandomGenerator;

/// Creates volumes, claims and pods, and deletes them at the worst moments.
public final class SimulatedUser implements Actor {
    private static final int MOST_CLAIMS = 8;
    private static final int MOST_PODS = 8;
    private static final int MOST_VOLUMES = 6;

    private final SimulatedApiServer server;
    private final RandomGenerator random;
    private int count;

    public SimulatedUser(SimulatedApiServer server, RandomGenerator random) {
        this.server = server;
        this.random = random;
    }

    @Override
    public boolean act() throws ApiFailure {
        switch (random.nextInt(10)) {
            case 0, 1, 2 -> claim();
            case 3, 4, 5 -> pod();
            case 6 -> volume();
            case 7, 8 -> deletePod();
            default -> deleteClaim();
        }
        return true;
    }

    private void claim() throws ApiFailure {
        if (server.all(Kinds.CLAIMS).size() >= MOST_CLAIMS) {
            return;
        }
        String name = "claim-" + ++count;
        String kind = List.of(SimulationConstants.AT_ONCE, SimulationConstants.WITH_POD, "")
                .get(random.nextInt(3));
        server.create(Kinds.CLAIMS, SimulationConstants.NAMESPACE, SimulationConstants.json("""
                {"metadata": {"name": "%s"},
                 "spec": {"accessModes": ["ReadWriteOnce"], "volumeMode": "Filesystem", "storageClassName": "%s",
                  "resources": {"requests": {"storage": "%dGi"}}}}
                """.formatted(
                        name, kind, 1 + random.nextInt(3))));
    }

    /// A static volume for claims without a class; sometimes reserved for one claim.
    private void volume() throws ApiFailure {
        long byHand = server.all(Kinds.VOLUMES).stream()
                .filter(volume -> volume.storageClass().isEmpty())
                .count();
        if (byHand >= MOST_VOLUMES) {
            return;
        }
        String name = "hand-" + ++count;
        server.create(Kinds.VOLUMES, "", SimulationConstants.json("""
                {"metadata": {"name": "%s"},
                 "spec": {"capacity": {"storage": "%dGi"}, "accessModes": ["ReadWriteOnce"],
                  "persistentVolumeReclaimPolicy": "Retain", "storageClassName": "", "volumeMode": "Filesystem",
                  %s
                  "csi": {"driver": "%s", "volumeHandle": "%s"}}}
                """.formatted(
                        name, 1 + random.nextInt(4), meantFor(), SimulationConstants.DRIVER, name)));
    }

    private String meantFor() {
        List<PersistentVolumeClaim> free = server.all(Kinds.CLAIMS).stream()
                .filter(claim ->
                        "".equals(claim.effectiveClass()) && claim.volumeName().isEmpty())
                .toList();
        return free.isEmpty() || random.nextInt(3) > 0
                ? ""
                : "\"claimRef\": {\"namespace\": \"%s\", \"name\": \"%s\"},"
                        .formatted(
                                SimulationConstants.NAMESPACE,
                                free.get(random.nextInt(free.size())).meta().name());
    }

    private void pod() throws ApiFailure {
        List<PersistentVolumeClaim> claims = server.all(Kinds.CLAIMS).stream()
                .filter(claim -> !claim.isBeingDeleted())
                .toList();
        if (claims.isEmpty() || server.all(Kinds.PODS).size() >= MOST_PODS) {
            return;
        }
        server.create(Kinds.PODS, SimulationConstants.NAMESPACE, SimulationConstants.json("""
                {"metadata": {"name": "pod-%d"},
                 "spec": {"containers": [{"name": "c"}],
                  "volumes": [{"name": "v", "persistentVolumeClaim": {"claimName": "%s"}}]}}
                """.formatted(
                        ++count, one(claims).meta().name())));
    }

    private void deletePod() throws ApiFailure {
        List<Pod> pods = server.all(Kinds.PODS);
        if (!pods.isEmpty()) {
            server.delete(Kinds.PODS, one(pods), false);
        }
    }

    private void deleteClaim() throws ApiFailure {
        List<PersistentVolumeClaim> claims = server.all(Kinds.CLAIMS);
        if (!claims.isEmpty()) {
            server.delete(Kinds.CLAIMS, one(claims), false);
        }
    }

    private <T extends KubeObject> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}

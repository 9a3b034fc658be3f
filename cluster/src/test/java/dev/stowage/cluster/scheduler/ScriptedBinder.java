package dev.stowage.cluster.scheduler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/// In place of the binder and the provisioner: binds claims to volumes that are reserved for them, and
/// provisions volumes where the scheduler chose, unless the node is full.
final class ScriptedBinder {
    private static final NamespacedName END = NamespacedName.of("");

    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final Informer<StorageClass> classes;
    private final BlockingQueue<NamespacedName> queue = new LinkedBlockingQueue<>();
    private final Set<String> fullNodes = ConcurrentHashMap.newKeySet();
    private final boolean binds;
    private final Thread thread;

    /// @param binds whether there is no other binder
    ScriptedBinder(ControllerFixture fixture, boolean binds) {
        this.binds = binds;
        claims = fixture.informers().of(Kinds.CLAIMS);
        volumes = fixture.informers().of(Kinds.VOLUMES);
        classes = fixture.informers().of(Kinds.STORAGE_CLASSES);
        claims.addEventHandler((_, now) -> {
            if (now != null) {
                queue.add(now.key());
            }
        });
        volumes.addEventHandler((_, now) -> {
            ObjectReference claim = now == null ? null : now.claim();
            if (claim != null) {
                queue.add(claim.key());
            }
        });
        thread = Thread.ofVirtual().name("others").start(this::run);
    }

    /// No volume is provisioned there from now on.
    void full(String node) {
        fullNodes.add(node);
    }

    private void run() {
        try {
            for (NamespacedName key = queue.take(); !key.equals(END); key = queue.take()) {
                PersistentVolumeClaim claim = claims.find(key).orElse(null);
                if (claim != null && !ClaimBindingDecision.isFullyBound(claim)) {
                    try {
                        serve(claim);
                    } catch (ApiFailure e) {
                        queue.add(key);
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(PersistentVolumeClaim claim) throws ApiFailure, InterruptedException {
        for (PersistentVolume volume : volumes.all()) {
            ObjectReference reference = volume.claim();
            if (reference != null && reference.uid().equals(claim.meta().uid())) {
                if (binds) {
                    bind(claim, volume);
                }
                return;
            }
        }
        String node = claim.meta().annotation(VolumeAnnotations.SELECTED_NODE);
        // A binder selects the provisioner.
        boolean asked = binds
                || !claim.meta()
                        .annotation(VolumeAnnotations.STORAGE_PROVISIONER)
                        .isEmpty();
        if (node.isEmpty() || !asked) {
            return;
        }
        if (fullNodes.contains(node)) {
            ObjectNode change = Json.object();
            change.putObject("metadata").putObject("annotations").putNull(VolumeAnnotations.SELECTED_NODE);
            claims.patch(claim, Patch.merge(change).onlyIfUnchanged(claim));
        } else {
            provision(claim, node);
        }
    }

    private void bind(PersistentVolumeClaim claim, PersistentVolume volume) throws ApiFailure, InterruptedException {
        ObjectNode bound = Json.object();
        bound.putObject("status").put("phase", "Bound");
        PersistentVolume now = volumes.patch(volume, Patch.merge(bound).status());
        ObjectNode change = Json.object();
        change.putObject("metadata").putObject("annotations").put("pv.kubernetes.io/bind-completed", "yes");
        change.putObject("spec").put("volumeName", now.meta().name());
        PersistentVolumeClaim named = claims.patch(claim, Patch.merge(change).onlyIfUnchanged(claim));
        claims.patch(named, Patch.merge(bound).status());
    }

    private void provision(PersistentVolumeClaim claim, String node) throws ApiFailure, InterruptedException {
        String storageClass = claim.effectiveClass();
        String driver = classes.find(storageClass == null ? "" : storageClass)
                .orElseThrow()
                .provisioner();
        ObjectNode volume = Json.object();
        volume.putObject("metadata")
                .put("name", "pvc-" + claim.meta().uid())
                .putObject("annotations")
                .put("pv.kubernetes.io/provisioned-by", driver);
        ObjectNode spec = volume.putObject("spec");
        spec.putObject("capacity").put("storage", claim.request().text());
        spec.putArray("accessModes").add("ReadWriteOnce");
        spec.put("storageClassName", storageClass);
        claim.reference().writeTo(spec.putObject("claimRef"));
        spec.putObject("csi")
                .put("driver", driver)
                .put("volumeHandle", "h-" + claim.meta().name());
        spec.putObject("nodeAffinity")
                .putObject("required")
                .putArray("nodeSelectorTerms")
                .addObject()
                .putArray("matchExpressions")
                .addObject()
                .put("key", "kubernetes.io/hostname")
                .put("operator", "In")
                .putArray("values")
                .add(node);
        volumes.create("", volume);
    }

    void end() throws InterruptedException {
        queue.add(END);
        thread.join();
    }
}

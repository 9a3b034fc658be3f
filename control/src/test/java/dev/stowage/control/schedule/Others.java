package dev.stowage.control.schedule;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.control.bind.Names;
import dev.stowage.control.stage.Stage;
import dev.stowage.kube.api.ApiFailure;
import dev.stowage.kube.api.Json;
import dev.stowage.kube.api.Kinds;
import dev.stowage.kube.api.Patch;
import dev.stowage.kube.mirror.Mirror;
import dev.stowage.kube.object.Claim;
import dev.stowage.kube.object.Key;
import dev.stowage.kube.object.ObjectRef;
import dev.stowage.kube.object.StorageClass;
import dev.stowage.kube.object.Volume;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/// Stands for the binder and the provisioner: binds claims to volumes that are meant for them, and makes volumes where
/// the scheduler wants them, unless the node is full.
final class Others {
    private static final Key END = Key.of("");

    private final Mirror<Claim> claims;
    private final Mirror<Volume> volumes;
    private final Mirror<StorageClass> classes;
    private final BlockingQueue<Key> queue = new LinkedBlockingQueue<>();
    private final Set<String> fullNodes = ConcurrentHashMap.newKeySet();
    private final boolean binds;
    private final Thread thread;

    /// @param binds whether there is no other binder
    Others(Stage stage, boolean binds) {
        this.binds = binds;
        claims = stage.mirrors().of(Kinds.CLAIMS);
        volumes = stage.mirrors().of(Kinds.VOLUMES);
        classes = stage.mirrors().of(Kinds.STORAGE_CLASSES);
        claims.listen((_, now) -> {
            if (now != null) {
                queue.add(now.key());
            }
        });
        volumes.listen((_, now) -> {
            ObjectRef claim = now == null ? null : now.claim();
            if (claim != null) {
                queue.add(claim.key());
            }
        });
        thread = Thread.ofVirtual().name("others").start(this::run);
    }

    /// No volume is made there from now on.
    void full(String node) {
        fullNodes.add(node);
    }

    private void run() {
        try {
            for (Key key = queue.take(); !key.equals(END); key = queue.take()) {
                Claim claim = claims.find(key).orElse(null);
                if (claim != null && !ClaimStep.isFullyBound(claim)) {
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

    private void serve(Claim claim) throws ApiFailure, InterruptedException {
        for (Volume volume : volumes.all()) {
            ObjectRef reference = volume.claim();
            if (reference != null && reference.uid().equals(claim.meta().uid())) {
                if (binds) {
                    bind(claim, volume);
                }
                return;
            }
        }
        String node = claim.meta().annotation(Names.SELECTED_NODE);
        // A binder says who shall make the volume.
        boolean asked = binds || !claim.meta().annotation(Names.PROVISIONER).isEmpty();
        if (node.isEmpty() || !asked) {
            return;
        }
        if (fullNodes.contains(node)) {
            ObjectNode change = Json.object();
            change.putObject("metadata").putObject("annotations").putNull(Names.SELECTED_NODE);
            claims.patch(claim, Patch.merge(change).onlyIfUnchanged(claim));
        } else {
            provision(claim, node);
        }
    }

    private void bind(Claim claim, Volume volume) throws ApiFailure, InterruptedException {
        ObjectNode bound = Json.object();
        bound.putObject("status").put("phase", "Bound");
        Volume now = volumes.patch(volume, Patch.merge(bound).status());
        ObjectNode change = Json.object();
        change.putObject("metadata").putObject("annotations").put("pv.kubernetes.io/bind-completed", "yes");
        change.putObject("spec").put("volumeName", now.meta().name());
        Claim named = claims.patch(claim, Patch.merge(change).onlyIfUnchanged(claim));
        claims.patch(named, Patch.merge(bound).status());
    }

    private void provision(Claim claim, String node) throws ApiFailure, InterruptedException {
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

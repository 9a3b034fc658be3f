package dev.stowage.sidecar.provisioner.journal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The claims for which volumes may exist without a PersistentVolume, stored at the API server, so that the
/// next process knows what this one left behind.
///
/// All of them are in one object, a Lease next to the one for leader election, because provisioners are
/// allowed to write leases. Entries that arrive during a write go into the next one together. Thread-safe.
public final class ProvisioningJournal {
    private static final Logger log = LoggerFactory.getLogger(ProvisioningJournal.class);
    private static final String ANNOTATION = "stowage.dev/provisioning";
    private static final int TRIES = 5;
    private static final long GATHERING_EACH = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_GATHERING = TimeUnit.MILLISECONDS.toNanos(200);

    private final KubeClient api;
    private final String namespace;
    private final String name;
    private final Consumer<PersistentVolumeClaim> found;
    private final Map<String, JsonNode> notes = new LinkedHashMap<>();
    private final Set<String> struck = new HashSet<>();
    private String version = "";
    private long lastWrite = System.nanoTime() - LONGEST_GATHERING;
    private long changed;
    private long written;
    private long failedUpTo;
    private @Nullable ApiFailure failure;
    private boolean writing;
    private boolean forbidden;

    /// @param name of the lease
    /// @param found called for claims that another process recorded
    public ProvisioningJournal(KubeClient api, String namespace, String name, Consumer<PersistentVolumeClaim> found) {
        this.api = api;
        this.namespace = namespace;
        this.name = name;
        this.found = found;
    }

    /// Another process wrote: a predecessor that may not have noticed yet that it lost its lease. Its entries
    /// are as valid as ours.
    public void read() throws ApiFailure, InterruptedException {
        JsonNode object;
        try {
            object = api.get(Kinds.LEASES, namespace, name);
        } catch (ApiFailure e) {
            if (!e.isNotFound() && !e.isForbidden()) {
                throw e;
            }
            object = Json.object();
        }
        adopt(object).forEach(found);
    }

    private synchronized List<PersistentVolumeClaim> adopt(JsonNode object) {
        version = object.at("/metadata/resourceVersion").asText("");
        List<PersistentVolumeClaim> others = new ArrayList<>();
        String text =
                object.path("metadata").path("annotations").path(ANNOTATION).asText("[]");
        try {
            for (JsonNode note : Json.read(text.getBytes(StandardCharsets.UTF_8))) {
                PersistentVolumeClaim claim = Kinds.CLAIMS.read(note);
                String uid = claim.meta().uid();
                if (!struck.contains(uid) && notes.putIfAbsent(uid, note) == null) {
                    others.add(claim);
                }
            }
        } catch (IOException e) {
            log.warn(
                    "Cannot parse the provisioning journal in lease {}/{}, starting an empty one: {}",
                    namespace,
                    name,
                    e.getMessage());
        }
        return others;
    }

    /// Returns when the entry is written.
    public void add(PersistentVolumeClaim claim) throws ApiFailure, InterruptedException {
        long mine;
        synchronized (this) {
            if (forbidden || notes.putIfAbsent(claim.meta().uid(), JournaledClaim.of(claim)) != null) {
                return;
            }
            struck.remove(claim.meta().uid());
            mine = ++changed;
        }
        try {
            awaitWritten(mine);
        } catch (ApiFailure | InterruptedException e) {
            remove(claim.meta().uid());
            throw e;
        }
    }

    /// The entry is no longer needed. The next write removes it.
    ///
    /// @return whether it existed
    synchronized boolean remove(String uid) {
        if (notes.remove(uid) == null) {
            return false;
        }
        struck.add(uid);
        changed++;
        return true;
    }

    /// Writes pending changes.
    void flush() throws ApiFailure, InterruptedException {
        long now;
        synchronized (this) {
            now = changed;
        }
        awaitWritten(now);
    }

    /// One thread writes for all that wait, and fails for all.
    private void awaitWritten(long mine) throws ApiFailure, InterruptedException {
        synchronized (this) {
            while (writing && written < mine) {
                wait();
                if (failure != null && failedUpTo >= mine && written < mine) {
                    throw new ApiFailure(failure.code(), failure.reason(), String.valueOf(failure.getMessage()), null);
                }
            }
            if (written >= mine || forbidden) {
                return;
            }
            writing = true;
        }
        try {
            gather();
            write();
        } finally {
            synchronized (this) {
                writing = false;
                notifyAll();
            }
        }
    }

    /// A write contains all entries, so the more there are, the less often it happens. After a quiet time, no
    /// entry waits.
    private void gather() throws InterruptedException {
        long pause;
        synchronized (this) {
            pause = lastWrite + Math.min(LONGEST_GATHERING, notes.size() * GATHERING_EACH) - System.nanoTime();
        }
        if (pause > 0) {
            new CountDownLatch(1).await(pause, TimeUnit.NANOSECONDS);
        }
    }

    private void write() throws ApiFailure, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            ObjectNode object;
            long upTo;
            Set<String> gone;
            synchronized (this) {
                object = object();
                upTo = changed;
                gone = Set.copyOf(struck);
            }
            try {
                String now = (object.at("/metadata/resourceVersion").isMissingNode()
                                ? api.create(Kinds.LEASES, namespace, object)
                                : api.replace(Kinds.LEASES, namespace, name, object))
                        .meta()
                        .resourceVersion();
                synchronized (this) {
                    version = now;
                    lastWrite = System.nanoTime();
                    written = upTo;
                    struck.removeAll(gone);
                }
                return;
            } catch (ApiFailure e) {
                if (e.isForbidden()) {
                    giveUp(e);
                    return;
                }
                if (e.isUncertain() || e.isInvalid() || attempt == TRIES) {
                    failed(e, upTo);
                    throw e;
                }
                // It was modified or deleted; servers report that in several ways.
            }
            read();
        }
    }

    private synchronized void failed(ApiFailure e, long upTo) {
        failure = e;
        failedUpTo = upTo;
    }

    private synchronized void giveUp(ApiFailure e) {
        forbidden = true;
        log.warn(
                "Not allowed to write lease {}/{}: a volume whose claim is deleted while this process is not running may "
                        + "be orphaned (grant create and update on leases in that namespace): {}",
                namespace,
                name,
                e.getMessage());
    }

    private ObjectNode object() {
        ObjectNode object = Json.object();
        ObjectNode meta = object.putObject("metadata").put("name", name).put("namespace", namespace);
        if (!version.isEmpty()) {
            meta.put("resourceVersion", version);
        }
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        notes.values().forEach(all::add);
        meta.putObject("annotations").put(ANNOTATION, new String(Json.write(all), StandardCharsets.UTF_8));
        object.putObject("spec");
        return object;
    }
}

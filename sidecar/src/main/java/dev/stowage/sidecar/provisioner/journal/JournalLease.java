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

/// A part of the journal: one Lease with the notes of some claims. Entries that arrive during a write go into
/// the next one together. The server accepts 256 KiB of annotations; what would not fit is refused before it
/// makes the write of the others fail. Thread-safe.
final class JournalLease {
    private static final Logger log = LoggerFactory.getLogger(JournalLease.class);
    private static final String ANNOTATION = "stowage.dev/provisioning";
    private static final int TRIES = 5;
    /// Names, sizes and a selected node take a few hundred bytes.
    static final int LONGEST_NOTE = 8 << 10;
    /// The server's limit, with room for the annotations of others.
    static final int ROOM = 240 << 10;
    private static final long GATHERING_EACH = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_GATHERING = TimeUnit.MILLISECONDS.toNanos(200);

    private record Note(JsonNode claim, int size) {
        static Note of(JsonNode claim) {
            return new Note(claim, Json.write(claim).length + 1);
        }
    }

    private final KubeClient api;
    private final String namespace;
    private final String name;
    private final Consumer<PersistentVolumeClaim> found;
    private final Map<String, Note> notes = new LinkedHashMap<>();
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
    JournalLease(KubeClient api, String namespace, String name, Consumer<PersistentVolumeClaim> found) {
        this.api = api;
        this.namespace = namespace;
        this.name = name;
        this.found = found;
    }

    /// Another process wrote: a predecessor that may not have noticed yet that it lost its lease. Its entries
    /// are as valid as ours.
    void read() throws ApiFailure, InterruptedException {
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
                if (!struck.contains(uid) && notes.putIfAbsent(uid, Note.of(note)) == null) {
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

    synchronized boolean contains(String uid) {
        return notes.containsKey(uid);
    }

    /// Returns when the entry is written.
    void add(String uid, JsonNode claim) throws ApiFailure, JournalFullException, InterruptedException {
        long mine;
        synchronized (this) {
            if (forbidden || notes.containsKey(uid)) {
                return;
            }
            notes.put(uid, fitting(Note.of(claim)));
            struck.remove(uid);
            mine = ++changed;
        }
        try {
            awaitWritten(mine);
        } catch (ApiFailure | InterruptedException e) {
            remove(uid);
            throw e;
        }
    }

    private Note fitting(Note note) throws JournalFullException {
        if (note.size() > LONGEST_NOTE) {
            throw new JournalFullException("the claim takes " + note.size() + " bytes, more than the " + LONGEST_NOTE
                    + " that a claim may take (shorten the annotations that its class uses)");
        }
        int taken = notes.values().stream().mapToInt(Note::size).sum();
        if (taken + note.size() > ROOM) {
            throw new JournalFullException("lease " + namespace + "/" + name + " is full: the volumes of "
                    + notes.size() + " claims are still being provisioned");
        }
        return note;
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
        notes.values().forEach(note -> all.add(note.claim()));
        meta.putObject("annotations").put(ANNOTATION, new String(Json.write(all), StandardCharsets.UTF_8));
        object.putObject("spec");
        return object;
    }
}

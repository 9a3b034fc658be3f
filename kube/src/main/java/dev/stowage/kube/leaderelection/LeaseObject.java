package dev.stowage.kube.leaderelection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Lease;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A lease as a candidate writes it.
///
/// @param labels added to those that the lease has
record LeaseObject(String namespace, String name, String identity, LeaseTimes times, Map<String, String> labels) {
    /// Always six digits: the server accepts nothing else.
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    /// @param before the lease that it replaces; null for a new one
    ObjectNode held(@Nullable Lease before, Instant now) {
        return write(before, now, identity, (int) times.duration().toSeconds());
    }

    /// Without a holder, so that the next leader does not have to wait until it expires.
    ObjectNode released(Lease before, Instant now) {
        return write(before, now, "", 1);
    }

    private ObjectNode write(@Nullable Lease before, Instant now, String holder, int seconds) {
        boolean ours = before != null && before.holder().equals(identity);
        ObjectNode lease = Json.object();
        ObjectNode meta = lease.putObject("metadata").put("name", name).put("namespace", namespace);
        if (before != null) {
            meta.put("resourceVersion", before.meta().resourceVersion());
        }
        ObjectNode all = Json.object();
        if (before != null) {
            before.meta().labels().forEach(all::put);
        }
        labels.forEach(all::put);
        if (!all.isEmpty()) {
            meta.set("labels", all);
        }
        Instant since = before == null || !ours ? null : before.acquireTime();
        Instant acquired = since == null ? now : since;
        int transitions = before == null ? 0 : before.transitions() + (ours ? 0 : 1);
        lease.putObject("spec")
                .put("holderIdentity", holder)
                .put("leaseDurationSeconds", seconds)
                .put("acquireTime", MICROS.format(acquired))
                .put("renewTime", MICROS.format(now))
                .put("leaseTransitions", transitions);
        return lease;
    }
}

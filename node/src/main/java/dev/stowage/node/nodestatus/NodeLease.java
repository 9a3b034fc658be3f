package dev.stowage.node.nodestatus;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kinds;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/// The lease that the node renews as its heartbeat.
final class NodeLease {
    static final String NAMESPACE = "kube-node-lease";
    private static final int SECONDS = 40;
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private final KubeClient api;
    private final String node;
    private final InstantSource clock;

    NodeLease(KubeClient api, String node, InstantSource clock) {
        this.api = api;
        this.node = node;
        this.clock = clock;
    }

    /// @param uid of the node's object, which owns the lease
    void renew(String uid) throws ApiFailure, InterruptedException {
        ObjectNode lease = lease(uid, clock.instant());
        try {
            // It usually exists. A patch then takes one request, and cannot conflict.
            api.patch(Kinds.LEASES, NAMESPACE, node, Patch.merge(lease));
        } catch (ApiFailure e) {
            if (!e.isNotFound()) {
                throw e;
            }
            create(lease);
        }
    }

    private void create(ObjectNode lease) throws ApiFailure, InterruptedException {
        ((ObjectNode) lease.path("metadata")).put("name", node);
        try {
            api.create(Kinds.LEASES, NAMESPACE, lease);
        } catch (ApiFailure e) {
            if (!e.isNotFound()) {
                throw e;
            }
            ObjectNode namespace = Json.object();
            namespace.putObject("metadata").put("name", NAMESPACE);
            api.create(Kinds.NAMESPACES, "", namespace);
            api.create(Kinds.LEASES, NAMESPACE, lease);
        }
    }

    private ObjectNode lease(String uid, Instant now) {
        ObjectNode lease = Json.object();
        lease.putObject("metadata")
                .putArray("ownerReferences")
                .addObject()
                .put("apiVersion", "v1")
                .put("kind", "Node")
                .put("name", node)
                .put("uid", uid);
        lease.putObject("spec")
                .put("holderIdentity", node)
                .put("leaseDurationSeconds", SECONDS)
                .put("renewTime", MICROS.format(now));
        return lease;
    }
}

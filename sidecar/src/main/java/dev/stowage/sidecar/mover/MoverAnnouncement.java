package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.endpoint.ListenAddress;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.workqueue.PeriodicTask;
import java.time.InstantSource;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the lease of this mover renewed.
final class MoverAnnouncement implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(MoverAnnouncement.class);

    private final KubeClient api;
    private final String namespace;
    private final MoverLease lease;
    private final ListenAddress address;
    private final InstantSource clock;
    private @Nullable Future<?> renewals;

    MoverAnnouncement(KubeClient api, String namespace, MoverLease lease, ListenAddress address, InstantSource clock) {
        this.api = api.within(MoverLease.RENEWAL);
        this.namespace = namespace;
        this.lease = lease;
        this.address = address;
        this.clock = clock;
    }

    /// The first announcement may fail, too: others wait until there is one.
    void start(ScheduledExecutorService timer) {
        announce();
        renewals = PeriodicTask.schedule(
                timer,
                "the lease of the mover",
                MoverLease.RENEWAL,
                () -> Thread.ofVirtual().start(this::announce));
    }

    private void announce() {
        try {
            write(lease.renewed(address, clock.instant()));
        } catch (ApiFailure e) {
            log.warn("Cannot write lease {}/{}: {}", namespace, lease.name(), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(ObjectNode renewed) throws ApiFailure, InterruptedException {
        try {
            var _ = api.patch(Kinds.LEASES, namespace, lease.name(), Patch.merge(renewed));
        } catch (ApiFailure e) {
            if (!e.isNotFound()) {
                throw e;
            }
            ((ObjectNode) renewed.path("metadata")).put("name", lease.name()).put("namespace", namespace);
            var _ = api.create(Kinds.LEASES, namespace, renewed);
        }
    }

    @Override
    public void close() {
        if (renewals != null) {
            renewals.cancel(false);
        }
    }
}

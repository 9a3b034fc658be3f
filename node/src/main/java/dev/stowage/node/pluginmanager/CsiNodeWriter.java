package dev.stowage.node.pluginmanager;

import dev.stowage.csi.v1.NodeGetInfoResponse;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.CsiNode.Driver;
import dev.stowage.kube.model.Kinds;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The only writer of the CSINode object of this node.
final class CsiNodeWriter {
    private static final Logger log = LoggerFactory.getLogger(CsiNodeWriter.class);
    private static final int MOST_STEPS = 10;

    private final KubeClient api;
    private final String node;
    private final ReentrantLock turn = new ReentrantLock();

    CsiNodeWriter(KubeClient api, String node) {
        this.api = api;
        this.node = node;
    }

    /// @param uid of the node's object
    void initialize(String uid) throws ApiFailure, InterruptedException {
        reconcile(seen -> CsiNodeAction.own(node, uid, seen));
    }

    void put(String uid, String driver, NodeGetInfoResponse info) throws ApiFailure, InterruptedException {
        Driver entry = new Driver(
                driver,
                info.getNodeId(),
                info.getAccessibleTopology().getSegmentsMap().keySet().stream()
                        .sorted()
                        .toList(),
                limit(driver, info.getMaxVolumesPerNode()));
        reconcile(seen -> CsiNodeAction.put(node, uid, seen, entry));
    }

    void remove(String driver) throws ApiFailure, InterruptedException {
        reconcile(seen -> CsiNodeAction.remove(seen, driver));
    }

    private static @Nullable Integer limit(String driver, long most) {
        if (most < 0) {
            log.warn("Driver {} reports an invalid limit of {} volumes for this node; ignoring it.", driver, most);
        }
        return most <= 0 ? null : (int) Math.min(most, Integer.MAX_VALUE);
    }

    private void reconcile(Function<Optional<CsiNode>, CsiNodeAction> next) throws ApiFailure, InterruptedException {
        turn.lockInterruptibly();
        try {
            Optional<CsiNode> seen = find();
            for (int steps = 0; steps < MOST_STEPS; steps++) {
                CsiNodeAction step = next.apply(seen);
                if (step instanceof CsiNodeAction.Nothing) {
                    return;
                }
                try {
                    seen = take(step);
                } catch (ApiFailure e) {
                    if (!e.isConflict() && !e.isAlreadyExists() && !e.isNotFound()) {
                        throw e;
                    }
                    seen = find();
                }
            }
            throw new IllegalStateException("cannot update CSINode " + node + ": another client keeps changing it");
        } finally {
            turn.unlock();
        }
    }

    private Optional<CsiNode> find() throws ApiFailure, InterruptedException {
        return api.find(Kinds.CSI_NODES, "", node);
    }

    private Optional<CsiNode> take(CsiNodeAction step) throws ApiFailure, InterruptedException {
        return switch (step) {
            case CsiNodeAction.Create create -> Optional.of(api.create(Kinds.CSI_NODES, "", create.object()));
            case CsiNodeAction.Delete delete -> {
                log.info("CSINode {} belongs to a node that was deleted; recreating it.", node);
                api.delete(delete.seen(), Kinds.CSI_NODES);
                yield find();
            }
            case CsiNodeAction.Update update ->
                Optional.of(api.patch(
                        Kinds.CSI_NODES, "", node, Patch.merge(update.change()).onlyIfUnchanged(update.seen())));
            case CsiNodeAction.Nothing _ -> find();
        };
    }
}

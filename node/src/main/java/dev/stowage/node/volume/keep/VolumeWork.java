package dev.stowage.node.volume.keep;

import dev.stowage.csi.v1.NodeServiceCapability.RPC;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.workqueue.ReconcileResult;
import dev.stowage.node.Shared;
import dev.stowage.node.plugin.Drivers;
import dev.stowage.node.self.OwnNode;
import dev.stowage.node.volume.have.Have;
import dev.stowage.node.volume.step.Reconcile;
import dev.stowage.node.volume.step.Situation;
import dev.stowage.node.volume.step.Step;
import dev.stowage.node.volume.want.Catalog;
import dev.stowage.node.volume.want.Spot;
import dev.stowage.node.volume.want.VolumeKey;
import dev.stowage.node.volume.want.Wanted;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks at one volume: what follows from how it stands is carried out, until nothing follows.
final class VolumeWork {
    private static final Logger log = LoggerFactory.getLogger(VolumeWork.class);
    /// Each round brings a volume further; more of them than this would be a mistake of ours.
    private static final int MOST_ROUNDS = 16;

    private final World world;
    private final Catalog catalog;
    private final Drivers drivers;
    private final OwnNode node;
    private final Informer<Node> nodes;
    private final String nodeName;
    private final Hands hands;
    private final Renewals renewals;
    private final Growing growing;
    private final Mending mending;

    VolumeWork(
            Shared shared,
            World world,
            Catalog catalog,
            Drivers drivers,
            OwnNode node,
            Hands hands,
            Renewals renewals,
            Growing growing,
            Mending mending) {
        this.world = world;
        this.catalog = catalog;
        this.drivers = drivers;
        this.node = node;
        this.nodes = shared.informers().of(Kinds.NODES);
        this.nodeName = shared.node();
        this.hands = hands;
        this.renewals = renewals;
        this.growing = growing;
        this.mending = mending;
    }

    ReconcileResult work(VolumeKey volume) throws InterruptedException {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            List<Step> steps = Reconcile.steps(situation(volume));
            boolean moved = false;
            boolean failed = false;
            for (Step step : steps) {
                switch (carryOut(volume, step)) {
                    case DONE -> moved = true;
                    case FAILED -> failed = true;
                    case WAITS -> {}
                }
            }
            if (failed) {
                return ReconcileResult.retry("");
            }
            if (!moved) {
                return ReconcileResult.done();
            }
        }
        log.warn("Volume {} does not come to rest.", volume);
        return ReconcileResult.retry("");
    }

    private Situation situation(VolumeKey volume) {
        boolean attaches = catalog.attaches(volume.driver());
        Have have = world.have(volume);
        List<Wanted> wanted = world.wanted(volume);
        return new Situation(
                have,
                wanted,
                attaches,
                attaches && Attached.now(node).has(volume),
                drivers.find(volume.driver())
                        .map(driver -> new Situation.DriverFacts(driver.can(RPC.Type.STAGE_UNSTAGE_VOLUME)))
                        .orElse(null),
                nodes.find(nodeName).map(KubeObject::meta).orElse(null),
                anew(have),
                mending.mustRestage(volume),
                wanted.stream().filter(growing::isDue).map(Wanted::spot).collect(Collectors.toSet()),
                world.living(have),
                world.isComplete());
    }

    private Set<Spot> anew(Have have) {
        Set<Spot> spots = new HashSet<>(renewals.due(have));
        spots.addAll(mending.broken(have));
        return spots;
    }

    private Hands.Result carryOut(VolumeKey volume, Step step) throws InterruptedException {
        try {
            return hands.carryOut(volume, step);
        } catch (IOException e) {
            log.warn("Volume {}: {}", volume, e.getMessage());
            return Hands.Result.FAILED;
        }
    }
}

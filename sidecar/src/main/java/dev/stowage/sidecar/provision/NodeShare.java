package dev.stowage.sidecar.provision;

import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.GetCapacityRequest;
import dev.stowage.csi.v1.Topology;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.sidecar.driver.Driver;
import dev.stowage.sidecar.provision.ProvisionerOptions.NodeOptions;
import dev.stowage.sidecar.provision.seam.Placement;
import dev.stowage.sidecar.provision.seam.Refusal;
import dev.stowage.sidecar.provision.seam.Share;
import dev.stowage.sidecar.provision.seam.State;
import dev.stowage.sidecar.topology.Affinity;
import dev.stowage.sidecar.topology.NodeTopology;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The share of one node where a provisioner runs on each: claims that the scheduler gave to the node, claims without a
/// node that this one takes before the others do, and volumes that can be used here.
final class NodeShare implements Share {
    private static final Logger log = LoggerFactory.getLogger(NodeShare.class);
    private static final Verdict OURS = new Ours();
    private static final Verdict NOT_OURS = new NotOurs();

    private final NodeTopology node;
    private final boolean immediateBinding;
    private final Placement placement;
    private final Driver driver;
    private final Duration timeout;
    private final ClaimEdits edits;
    private final Race race;
    private final InstantSource clock;

    NodeShare(
            NodeTopology node,
            NodeOptions options,
            Placement placement,
            Driver driver,
            Duration timeout,
            ClaimEdits edits,
            Race race,
            InstantSource clock) {
        this.node = node;
        this.immediateBinding = options.immediateBinding();
        this.placement = placement;
        this.driver = driver;
        this.timeout = timeout;
        this.edits = edits;
        this.race = race;
        this.clock = clock;
    }

    @Override
    public Verdict of(PersistentVolumeClaim claim, StorageClass storageClass, Trial trial) throws Refusal, InterruptedException {
        String selected = claim.meta().annotation(Contract.SELECTED_NODE);
        if (!selected.isEmpty()) {
            race.over(claim.meta().uid());
            return selected.equals(node.name()) ? OURS : NOT_OURS;
        }
        if (storageClass.waitsForConsumer() || !immediateBinding || !isAllowedHere(claim, storageClass)) {
            return NOT_OURS;
        }
        Duration wait = race.remaining(claim.meta().uid(), clock.instant());
        return wait.isPositive() ? new Later(wait) : take(claim, trial);
    }

    private boolean isAllowedHere(PersistentVolumeClaim claim, StorageClass storageClass) {
        if (storageClass.allowedTopologies().isEmpty() || !placement.matters()) {
            return true;
        }
        try {
            placement.requirement(claim, storageClass, node.name());
            return true;
        } catch (Refusal e) {
            log.debug("Claim {} is not for this node: {}", claim.key(), e.getMessage());
            return false;
        }
    }

    private Verdict take(PersistentVolumeClaim claim, Trial trial) throws Refusal, InterruptedException {
        if (!hasRoom(claim, trial)) {
            log.debug("Claim {} is left to other nodes: there is no room for it on this one.", claim.key());
            return later(claim);
        }
        try {
            edits.select(claim, node.name());
            race.over(claim.meta().uid());
            return NOT_OURS;
        } catch (ApiFailure e) {
            if (e.isNotFound()) {
                return NOT_OURS;
            }
            if (e.isConflict() || e.isInvalid()) {
                log.debug("Another was faster with claim {}, or changed it: {}", claim.key(), e.getMessage());
                return later(claim);
            }
            throw new Refusal(
                    State.NO_CHANGE,
                    "node check failed: PVC " + claim.key() + ": selecting node \"" + node.name()
                            + "\" for PVC failed: " + e.getMessage(),
                    e);
        }
    }

    private Verdict later(PersistentVolumeClaim claim) {
        return new Later(race.again(claim.meta().uid(), clock.instant()));
    }

    /// When it cannot be found out, the claim is taken: then the attempt tells its user what is wrong, where waiting
    /// would tell nobody.
    private boolean hasRoom(PersistentVolumeClaim claim, Trial trial) throws InterruptedException {
        try {
            CreateVolumeRequest request = trial.request(node.name());
            long size = request.getCapacityRange().getRequiredBytes();
            List<Topology> places = request.getAccessibilityRequirements().getRequisiteList();
            return size == 0
                    || (places.isEmpty()
                            ? size <= available(question(request))
                            : places.stream()
                                    .anyMatch(place ->
                                            size <= available(question(request).setAccessibleTopology(place))));
        } catch (Refusal | StatusRuntimeException e) {
            log.info("Claim {} is taken without a look at the capacity: {}", claim.key(), e.getMessage());
            return true;
        }
    }

    private static GetCapacityRequest.Builder question(CreateVolumeRequest request) {
        return GetCapacityRequest.newBuilder()
                .addAllVolumeCapabilities(request.getVolumeCapabilitiesList())
                .putAllParameters(request.getParametersMap());
    }

    private long available(GetCapacityRequest.Builder question) {
        return driver.controller(timeout).getCapacity(question.build()).getAvailableCapacity();
    }

    @Override
    public boolean owns(PersistentVolume volume) {
        return Affinity.allows(volume.nodeTerms(), node.segments());
    }

    @Override
    public void forget(PersistentVolumeClaim claim) {
        race.over(claim.meta().uid());
    }
}

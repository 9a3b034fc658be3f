package dev.stowage.sidecar.provisioner;

import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.GetCapacityRequest;
import dev.stowage.csi.v1.Topology;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.StorageClass;
import dev.stowage.sidecar.driver.Driver;
import dev.stowage.sidecar.provisioner.extension.ClaimOwnership;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;
import dev.stowage.sidecar.provisioner.extension.VolumeTopology;
import dev.stowage.sidecar.provisioner.options.ProvisionerOptions.NodeDeploymentOptions;
import dev.stowage.sidecar.topology.NodeTopology;
import dev.stowage.sidecar.topology.VolumeNodeAffinity;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The share of one node when a provisioner runs on every node: claims that the scheduler assigned to the
/// node, claims without a node that this one takes first, and volumes that are accessible here. A claim whose
/// data source is on another node is passed on to that node: only the driver there can read it, and the
/// scheduler, which does not know, would select the wrong node again and again.
final class NodeDeployment implements ClaimOwnership {
    private static final Logger log = LoggerFactory.getLogger(NodeDeployment.class);
    private static final OwnershipDecision OURS = new Ours();
    private static final OwnershipDecision NOT_OURS = new NotOurs();

    /// Finds the node that has the data source of a claim, if it is not this one.
    @FunctionalInterface
    interface OtherNodes {
        Optional<String> find(PersistentVolumeClaim claim) throws InterruptedException;
    }

    private final NodeTopology node;
    private final boolean immediateBinding;
    private final VolumeTopology topology;
    private final OtherNodes otherNodes;
    private final Driver driver;
    private final Duration timeout;
    private final SelectedNodeUpdater edits;
    private final OwnershipBackoff backoff;
    private final InstantSource clock;

    NodeDeployment(
            NodeTopology node,
            NodeDeploymentOptions options,
            VolumeTopology topology,
            OtherNodes otherNodes,
            Driver driver,
            Duration timeout,
            SelectedNodeUpdater edits,
            OwnershipBackoff backoff,
            InstantSource clock) {
        this.node = node;
        this.immediateBinding = options.immediateBinding();
        this.topology = topology;
        this.otherNodes = otherNodes;
        this.driver = driver;
        this.timeout = timeout;
        this.edits = edits;
        this.backoff = backoff;
        this.clock = clock;
    }

    @Override
    public OwnershipDecision decide(PersistentVolumeClaim claim, StorageClass storageClass, TrialRequest trial)
            throws ProvisioningException, InterruptedException {
        String selected = claim.meta().annotation(VolumeAnnotations.SELECTED_NODE);
        if (!selected.isEmpty()) {
            backoff.forget(claim.meta().uid());
            return selected.equals(node.name()) ? oursOrPassedOn(claim) : NOT_OURS;
        }
        if (storageClass.waitsForConsumer() || !immediateBinding || !isAllowedHere(claim, storageClass)) {
            return NOT_OURS;
        }
        if (otherNodes.find(claim).isPresent()) {
            return NOT_OURS;
        }
        Duration wait = backoff.remaining(claim.meta().uid(), clock.instant());
        return wait.isPositive() ? new RetryLater(wait) : take(claim, trial);
    }

    /// The scheduler sees that the node of the claim has changed, and moves the pod.
    private OwnershipDecision oursOrPassedOn(PersistentVolumeClaim claim)
            throws ProvisioningException, InterruptedException {
        Optional<String> other = otherNodes.find(claim);
        if (other.isEmpty()) {
            return OURS;
        }
        log.info("Passing claim {} on to node {}, which has its data source.", claim.key(), other.get());
        return select(claim, other.get());
    }

    private boolean isAllowedHere(PersistentVolumeClaim claim, StorageClass storageClass) {
        if (storageClass.allowedTopologies().isEmpty() || !topology.isSupported()) {
            return true;
        }
        try {
            topology.accessibilityRequirements(claim, storageClass, node.name());
            return true;
        } catch (ProvisioningException e) {
            log.debug("Claim {} is not for this node: {}", claim.key(), e.getMessage());
            return false;
        }
    }

    private OwnershipDecision take(PersistentVolumeClaim claim, TrialRequest trial)
            throws ProvisioningException, InterruptedException {
        if (!hasCapacity(claim, trial)) {
            log.debug("Leaving claim {} to other nodes: not enough capacity on this one.", claim.key());
            return later(claim);
        }
        return select(claim, node.name());
    }

    /// If the claim has changed, it is decided again.
    private OwnershipDecision select(PersistentVolumeClaim claim, String chosen)
            throws ProvisioningException, InterruptedException {
        try {
            edits.select(claim, chosen);
            backoff.forget(claim.meta().uid());
            return NOT_OURS;
        } catch (ApiFailure e) {
            if (e.isNotFound()) {
                return NOT_OURS;
            }
            if (e.isConflict() || e.isInvalid()) {
                log.debug("Another was faster with claim {}, or changed it: {}", claim.key(), e.getMessage());
                return later(claim);
            }
            throw new ProvisioningException(
                    ProvisioningState.NO_CHANGE,
                    "node check failed: PVC " + claim.key() + ": selecting node \"" + chosen + "\" for PVC failed: "
                            + e.getMessage(),
                    e);
        }
    }

    private OwnershipDecision later(PersistentVolumeClaim claim) {
        return new RetryLater(backoff.again(claim.meta().uid(), clock.instant()));
    }

    /// If the capacity is unknown, the claim is taken: the attempt then reports the problem to the user, while
    /// waiting would not.
    private boolean hasCapacity(PersistentVolumeClaim claim, TrialRequest trial) throws InterruptedException {
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
        } catch (ProvisioningException | StatusRuntimeException e) {
            log.info("Taking claim {} without checking the capacity: {}", claim.key(), e.getMessage());
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
        return VolumeNodeAffinity.allows(volume.nodeTerms(), node.segments());
    }

    @Override
    public void forget(PersistentVolumeClaim claim) {
        backoff.forget(claim.meta().uid());
    }
}

package dev.stowage.sidecar.provisioner;

import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.GetCapacityRequest;
import dev.stowage.csi.v1.Topology;
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
import dev.stowage.sidecar.provisioner.request.ProvisionerAnnotations;
import dev.stowage.sidecar.topology.NodeTopology;
import dev.stowage.sidecar.topology.VolumeNodeAffinity;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The share of one node where a provisioner runs on each: claims that the scheduler gave to the node, claims
/// without a
/// node that this one takes before the others do, and volumes that can be used here.
final class NodeDeployment implements ClaimOwnership {
    private static final Logger log = LoggerFactory.getLogger(NodeDeployment.class);
    private static final OwnershipDecision OURS = new Ours();
    private static final OwnershipDecision NOT_OURS = new NotOurs();

    private final NodeTopology node;
    private final boolean immediateBinding;
    private final VolumeTopology volumeTopology;
    private final Driver driver;
    private final Duration timeout;
    private final SelectedNodeUpdater edits;
    private final OwnershipBackoff ownershipBackoff;
    private final InstantSource clock;

    NodeDeployment(
            NodeTopology node,
            NodeDeploymentOptions options,
            VolumeTopology volumeTopology,
            Driver driver,
            Duration timeout,
            SelectedNodeUpdater edits,
            OwnershipBackoff ownershipBackoff,
            InstantSource clock) {
        this.node = node;
        this.immediateBinding = options.immediateBinding();
        this.volumeTopology = volumeTopology;
        this.driver = driver;
        this.timeout = timeout;
        this.edits = edits;
        this.ownershipBackoff = ownershipBackoff;
        this.clock = clock;
    }

    @Override
    public OwnershipDecision decide(PersistentVolumeClaim claim, StorageClass storageClass, TrialRequest trialRequest)
            throws ProvisioningException, InterruptedException {
        String selected = claim.meta().annotation(ProvisionerAnnotations.SELECTED_NODE);
        if (!selected.isEmpty()) {
            ownershipBackoff.forget(claim.meta().uid());
            return selected.equals(node.name()) ? OURS : NOT_OURS;
        }
        if (storageClass.waitsForConsumer() || !immediateBinding || !isAllowedHere(claim, storageClass)) {
            return NOT_OURS;
        }
        Duration wait = ownershipBackoff.remaining(claim.meta().uid(), clock.instant());
        return wait.isPositive() ? new RetryLater(wait) : take(claim, trialRequest);
    }

    private boolean isAllowedHere(PersistentVolumeClaim claim, StorageClass storageClass) {
        if (storageClass.allowedTopologies().isEmpty() || !volumeTopology.isSupported()) {
            return true;
        }
        try {
            volumeTopology.accessibilityRequirements(claim, storageClass, node.name());
            return true;
        } catch (ProvisioningException e) {
            log.debug("Claim {} is not for this node: {}", claim.key(), e.getMessage());
            return false;
        }
    }

    private OwnershipDecision take(PersistentVolumeClaim claim, TrialRequest trialRequest)
            throws ProvisioningException, InterruptedException {
        if (!hasRoom(claim, trialRequest)) {
            log.debug("Claim {} is left to other nodes: there is no room for it on this one.", claim.key());
            return later(claim);
        }
        try {
            edits.select(claim, node.name());
            ownershipBackoff.forget(claim.meta().uid());
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
                    "node check failed: PVC " + claim.key() + ": selecting node \"" + node.name()
                            + "\" for PVC failed: " + e.getMessage(),
                    e);
        }
    }

    private OwnershipDecision later(PersistentVolumeClaim claim) {
        return new RetryLater(ownershipBackoff.again(claim.meta().uid(), clock.instant()));
    }

    /// When it cannot be found out, the claim is taken: then the attempt tells its user what is wrong, where waiting
    /// would tell nobody.
    private boolean hasRoom(PersistentVolumeClaim claim, TrialRequest trialRequest) throws InterruptedException {
        try {
            CreateVolumeRequest request = trialRequest.request(node.name());
            long size = request.getCapacityRange().getRequiredBytes();
            List<Topology> places = request.getAccessibilityRequirements().getRequisiteList();
            return size == 0
                    || (places.isEmpty()
                            ? size <= available(question(request))
                            : places.stream()
                                    .anyMatch(place ->
                                            size <= available(question(request).setAccessibleTopology(place))));
        } catch (ProvisioningException | StatusRuntimeException e) {
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
        return VolumeNodeAffinity.allows(volume.nodeTerms(), node.segments());
    }

    @Override
    public void forget(PersistentVolumeClaim claim) {
        ownershipBackoff.forget(claim.meta().uid());
    }
}

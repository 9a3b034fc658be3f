package dev.stowage.sidecar.provisioner.datasource;

import static dev.stowage.csi.v1.ControllerServiceCapability.RPC.Type.CLONE_VOLUME;
import static dev.stowage.csi.v1.ControllerServiceCapability.RPC.Type.CREATE_DELETE_SNAPSHOT;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.featuregate.StorageFeatures;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.ReferenceGrant;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.provisioner.extension.DataSources;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;
import dev.stowage.sidecar.topology.NodeTopology;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The data sources that the driver supports; protects them while they are in use.
public final class DriverDataSources implements DataSources, AutoCloseable {
    private final RoleContext context;
    private final boolean preventModeConversion;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final SourceFinalizer<PersistentVolumeClaim> cloned;
    private final @Nullable Index<ReferenceGrant> grants;
    private final @Nullable CloningProtectionController clones;
    private final @Nullable SnapshotSourceProtection snapshots;

    /// @param cloneWorkers how many claim protections are removed concurrently
    /// @param sweep how often leftover protection finalizers of snapshots are removed; zero for never
    /// @param preventModeConversion whether the volume mode of a snapshot must match unless the snapshot
    ///     allows otherwise
    public DriverDataSources(
            RoleContext context,
            int cloneWorkers,
            Duration sweep,
            boolean preventModeConversion,
            ExponentialBackoff backoff) {
        this.context = context;
        this.preventModeConversion = preventModeConversion;
        this.claims = context.informers().of(Kinds.CLAIMS);
        this.volumes = context.informers().of(Kinds.VOLUMES);
        Index<PersistentVolumeClaim> pending = claims.index(DataSourceReference::needed);
        this.cloned = new SourceFinalizer<>(claims, context.api(), CloneValidation.PROTECTION);
        this.grants = context.gates().isEnabled(StorageFeatures.CROSS_NAMESPACE_SOURCES)
                ? context.informers()
                        .of(Kinds.REFERENCE_GRANTS)
                        .index(grant -> List.of(grant.meta().namespace()))
                : null;
        this.clones = context.driver().has(CLONE_VOLUME)
                ? new CloningProtectionController(context, pending, cloned, cloneWorkers, backoff)
                : null;
        this.snapshots = context.driver().has(CREATE_DELETE_SNAPSHOT)
                ? new SnapshotSourceProtection(context, pending, sweep, backoff)
                : null;
    }

    public void start() throws InterruptedException {
        if (clones != null) {
            clones.start();
        }
        if (snapshots != null) {
            snapshots.start();
        }
    }

    @Override
    public Optional<ContentSource> of(PersistentVolumeClaim claim) throws ProvisioningException {
        return switch (reference(claim)) {
            case DataSourceReference.Nothing() -> Optional.empty();
            case DataSourceReference.OfSnapshot(NamespacedName key) -> Optional.of(snapshot(key));
            case DataSourceReference.OfClaim(NamespacedName key) -> Optional.of(clone(key));
            case DataSourceReference.Unusable(String why) ->
                throw new ProvisioningException(ProvisioningState.FINISHED, why);
            case DataSourceReference.Foreign(String kind) -> {
                context.events()
                        .normal(
                                claim.reference(),
                                "Provisioning",
                                "Assuming an external populator will provision the volume");
                throw new ProvisioningException(
                        ProvisioningState.IGNORED,
                        "data source (" + kind
                                + ") is not handled by the provisioner, assuming an external populator will provision"
                                + " it");
            }
        };
    }

    /// The node that has the data source of a claim, if it is known and not this one. Nothing is checked.
    public Optional<String> otherNode(PersistentVolumeClaim claim, NodeTopology here) throws InterruptedException {
        SourceNode sourceNode = new SourceNode(context.api(), claims, volumes);
        Optional<String> found = switch (reference(claim)) {
            case DataSourceReference.OfSnapshot(NamespacedName key) -> sourceNode.ofSnapshot(key);
            case DataSourceReference.OfClaim(NamespacedName key) -> sourceNode.ofClaim(key, here);
            case DataSourceReference.Nothing(), DataSourceReference.Unusable _, DataSourceReference.Foreign _ ->
                Optional.empty();
        };
        return found.filter(node -> !node.equals(here.name()));
    }

    private DataSourceReference reference(PersistentVolumeClaim claim) {
        List<ReferenceGrant> granted = grants == null ? List.of() : grants.get(DataSourceReference.namespace(claim));
        return DataSourceReference.of(claim, grants != null, granted);
    }

    private ContentSource snapshot(NamespacedName key) throws ProvisioningException {
        if (snapshots == null) {
            throw new ProvisioningException(
                    ProvisioningState.FINISHED,
                    "CSI driver does not support snapshot restore: controller CREATE_DELETE_SNAPSHOT capability is not"
                            + " reported");
        }
        return new SnapshotSource(key, context.api(), snapshots, preventModeConversion);
    }

    private ContentSource clone(NamespacedName key) throws ProvisioningException {
        if (clones == null) {
            throw new ProvisioningException(
                    ProvisioningState.FINISHED,
                    "CSI driver does not support clone operations: controller CLONE_VOLUME capability is not reported");
        }
        return new CloneSource(key, claims, volumes, cloned);
    }

    @Override
    public void close() {
        if (clones != null) {
            clones.close();
        }
        if (snapshots != null) {
            snapshots.close();
        }
    }
}

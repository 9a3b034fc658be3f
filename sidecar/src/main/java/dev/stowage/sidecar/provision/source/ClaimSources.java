package dev.stowage.sidecar.provision.source;

import static dev.stowage.csi.v1.ControllerServiceCapability.RPC.Type.CLONE_VOLUME;
import static dev.stowage.csi.v1.ControllerServiceCapability.RPC.Type.CREATE_DELETE_SNAPSHOT;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.informer.Index;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.ReferenceGrant;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.workqueue.ExponentialBackoff;
import dev.stowage.sidecar.Gate;
import dev.stowage.sidecar.Shared;
import dev.stowage.sidecar.provision.seam.Refusal;
import dev.stowage.sidecar.provision.seam.Sources;
import dev.stowage.sidecar.provision.seam.State;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Fills volumes from what claims name, as far as the driver can, and guards the sources.
public final class ClaimSources implements Sources, AutoCloseable {
    private final Shared shared;
    private final boolean preventModeConversion;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final Finalizers<PersistentVolumeClaim> cloned;
    private final @Nullable Index<ReferenceGrant> grants;
    private final @Nullable CloneProtection clones;
    private final @Nullable SnapshotProtection snapshots;

    /// @param cloneWorkers how many protections of claims are taken off at once
    /// @param sweep how often forgotten protections of snapshots are looked for; zero for never
    /// @param preventModeConversion whether a snapshot keeps its volume mode unless it says otherwise
    public ClaimSources(
            Shared shared, int cloneWorkers, Duration sweep, boolean preventModeConversion, ExponentialBackoff pauses) {
        this.shared = shared;
        this.preventModeConversion = preventModeConversion;
        this.claims = shared.informers().of(Kinds.CLAIMS);
        this.volumes = shared.informers().of(Kinds.VOLUMES);
        Index<PersistentVolumeClaim> pending = claims.index(Named::needed);
        this.cloned = new Finalizers<>(claims, shared.api(), CloneRules.PROTECTION);
        this.grants = shared.gates().isEnabled(Gate.CROSS_NAMESPACE_SOURCES)
                ? shared.informers()
                        .of(Kinds.REFERENCE_GRANTS)
                        .index(grant -> List.of(grant.meta().namespace()))
                : null;
        this.clones = shared.driver().has(CLONE_VOLUME)
                ? new CloneProtection(shared, pending, cloned, cloneWorkers, pauses)
                : null;
        this.snapshots = shared.driver().has(CREATE_DELETE_SNAPSHOT)
                ? new SnapshotProtection(shared, pending, sweep, pauses)
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
    public Optional<Source> of(PersistentVolumeClaim claim) throws Refusal {
        List<ReferenceGrant> granted = grants == null ? List.of() : grants.get(Named.namespace(claim));
        return switch (Named.by(claim, grants != null, granted)) {
            case Named.Nothing() -> Optional.empty();
            case Named.OfSnapshot(NamespacedName key) -> Optional.of(snapshot(key));
            case Named.OfClaim(NamespacedName key) -> Optional.of(clone(key));
            case Named.Unusable(String why) -> throw new Refusal(State.FINISHED, why);
            case Named.Foreign(String kind) -> {
                shared.events()
                        .normal(
                                claim.reference(),
                                "Provisioning",
                                "Assuming an external populator will provision the volume");
                throw new Refusal(
                        State.IGNORED,
                        "data source (" + kind
                                + ") is not handled by the provisioner, assuming an external populator will provision"
                                + " it");
            }
        };
    }

    private Source snapshot(NamespacedName key) throws Refusal {
        if (snapshots == null) {
            throw new Refusal(
                    State.FINISHED,
                    "CSI driver does not support snapshot restore: controller CREATE_DELETE_SNAPSHOT capability is not"
                            + " reported");
        }
        return new SnapshotSource(key, shared.api(), snapshots, preventModeConversion);
    }

    private Source clone(NamespacedName key) throws Refusal {
        if (clones == null) {
            throw new Refusal(
                    State.FINISHED,
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

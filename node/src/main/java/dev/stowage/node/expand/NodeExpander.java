package dev.stowage.node.expand;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.csi.RpcErrorText;
import dev.stowage.csi.v1.NodeExpandVolumeRequest;
import dev.stowage.csi.v1.NodeServiceCapability;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.Quantity;
import dev.stowage.k8s.names.ClaimResizeStatus;
import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.expand.ExpandAction.Expand;
import dev.stowage.node.expand.ExpandAction.LastExpansion;
import dev.stowage.node.expand.ExpandAction.StatusUpdate;
import dev.stowage.node.pluginmanager.NodeDriver;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Expands mounted volumes and reports the progress in the status of their claims. Its memory of a volume
/// begins when the volume is mounted and ends when it is unmounted. Thread-safe; the calls for one volume are
/// made one after another.
public final class NodeExpander {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final LastExpansion UNKNOWN = new LastExpansion(0, false, false);

    private final NodeContext nodeContext;
    private final Informer<PersistentVolumeClaim> claims;
    private final Map<String, LastExpansion> known = new ConcurrentHashMap<>();

    public NodeExpander(NodeContext nodeContext) {
        this.nodeContext = nodeContext;
        this.claims = nodeContext.informers().of(Kinds.CLAIMS);
    }

    /// Called before the volume is published to a pod. Its size on this node is that in the claim's status,
    /// unless a newer one is known.
    public void noteSize(PersistentVolume volume, PersistentVolumeClaim claim) {
        long size = claim.status().capacity().value();
        if (size > 0) {
            known.putIfAbsent(volume.meta().name(), new LastExpansion(size, false, false));
        }
    }

    /// The volume is no longer mounted on this node.
    public void forget(String volumeName) {
        known.remove(volumeName);
    }

    /// Whether an expansion is due, according to the informers.
    public boolean isDue(PersistentVolumeClaim claim, PersistentVolume volume, boolean readOnly) {
        return !(ExpandAction.decide(claim, volume, of(volume.meta().name()), readOnly)
                instanceof ExpandAction.Nothing);
    }

    /// Expands the volume if due. Called after it was published, and whenever [#isDue] returns true.
    ///
    /// @throws IOException with a message for the pod; to be retried later
    public void expandVolume(MountedVolume mounted) throws IOException, InterruptedException {
        PersistentVolumeClaim claim = claimOf(mounted);
        switch (ExpandAction.decide(claim, mounted.volume(), of(mounted.name()), mounted.readOnly())) {
            case ExpandAction.Nothing() -> {}
            case ExpandAction.AlreadyExpanded(Quantity size) -> hasSize(mounted, size);
            case ExpandAction.ReadOnly(Quantity size) -> {
                recordEvents(mounted, claim, false, "requested read-only file system");
                hasSize(mounted, size);
            }
            case Expand expand -> {
                try {
                    expand(mounted, claim, expand);
                } catch (IOException e) {
                    throw failed(mounted, e);
                }
            }
        }
    }

    private PersistentVolumeClaim claimOf(MountedVolume mounted) throws IOException, InterruptedException {
        ObjectReference ref = mounted.volume().claim();
        if (ref == null) {
            throw new IOException("volume \"" + mounted.name() + "\" has no claim");
        }
        return claims.fetch(new NamespacedName(ref.namespace(), ref.name()))
                .orElseThrow(() -> new IOException("mountVolume.NodeExpandVolume get PVC failed : "
                        + "persistentvolumeclaims \"" + ref.name() + "\" not found"));
    }

    private void expand(MountedVolume mounted, PersistentVolumeClaim seen, Expand expand)
            throws IOException, InterruptedException {
        NodeDriver driver = mounted.driver();
        if (driver == null) {
            throw new IOException("the driver of volume \"" + mounted.name() + "\" is not registered");
        }
        PersistentVolumeClaim claim = expand.statusUpdate() == StatusUpdate.EVERYTHING
                        && !seen.status().resize().equals(ClaimResizeStatus.NODE_RESIZE_IN_PROGRESS)
                ? claims.patch(seen, ClaimStatusPatches.inProgress(seen))
                : seen;
        if (!driver.can(NodeServiceCapability.RPC.Type.EXPAND_VOLUME)) {
            setBack(
                    mounted,
                    claim,
                    expand,
                    ExpandFailure.Cause.UNSUPPORTED,
                    new IOException("NodeExpand is not supported by the CSI driver " + driver.name()));
            return;
        }
        NodeExpandVolumeRequest request = request(mounted, expand.size());
        try {
            var _ = driver.node(TIMEOUT).nodeExpandVolume(request);
        } catch (StatusRuntimeException e) {
            String text = "Expander.NodeExpand failed to expand the volume : " + RpcErrorText.of(e);
            setBack(mounted, claim, expand, ExpandFailure.Cause.of(e), new IOException(text, e));
            return;
        }
        recordEvents(mounted, claim, true, nodeContext.node());
        hasSize(mounted, expand.size());
        if (expand.statusUpdate() != StatusUpdate.NOTHING) {
            claims.patch(claim, ClaimStatusPatches.finished(claim, expand.size()));
        }
    }

    private NodeExpandVolumeRequest request(MountedVolume mounted, Quantity size)
            throws IOException, InterruptedException {
        PersistentVolume.CsiSource csi = mounted.volume().csi();
        if (csi == null) {
            throw new IOException("volume \"" + mounted.name() + "\" does not belong to a CSI driver");
        }
        NodeExpandVolumeRequest.Builder request = NodeExpandVolumeRequest.newBuilder()
                .setVolumeId(csi.handle())
                .setVolumePath(mounted.path())
                .setStagingTargetPath(mounted.staging())
                .setVolumeCapability(mounted.capability())
                .putAllSecrets(secrets(csi.nodeExpandSecret()));
        request.getCapacityRangeBuilder().setRequiredBytes(size.value());
        return request.build();
    }

    private Map<String, String> secrets(@Nullable SecretReference ref) throws IOException, InterruptedException {
        Map<String, String> secrets = new HashMap<>();
        if (ref == null) {
            return secrets;
        }
        JsonNode data;
        try {
            data = nodeContext
                    .api()
                    .get(Kinds.SECRETS, ref.namespace(), ref.name())
                    .path("data");
        } catch (IOException e) {
            throw new IOException(
                    "expander.NodeExpand failed to get NodeExpandSecretRef " + ref.namespace() + "/" + ref.name() + ": "
                            + e.getMessage(),
                    e);
        }
        data.forEachEntry((key, value) ->
                secrets.put(key, new String(Base64.getDecoder().decode(value.asText("")), StandardCharsets.UTF_8)));
        return secrets;
    }

    private void setBack(
            MountedVolume mounted,
            PersistentVolumeClaim claim,
            Expand tried,
            ExpandFailure.Cause cause,
            IOException failure)
            throws IOException, InterruptedException {
        ExpandFailure expandFailure = ExpandFailure.of(tried, cause);
        known.computeIfPresent(mounted.name(), (_, now) -> {
            LastExpansion next = expandFailure.failed() ? now.asFailed() : now;
            return expandFailure.inUse() ? next.asInUse() : next;
        });
        if (expandFailure.claimUpdate() != ExpandFailure.ClaimUpdate.NOTHING) {
            mark(claim, expandFailure.claimUpdate() == ExpandFailure.ClaimUpdate.INFEASIBLE, failure);
        }
        if (expandFailure.done()) {
            hasSize(mounted, tried.size());
        }
        if (!expandFailure.isIgnorable()) {
            throw failure;
        }
    }

    private void mark(PersistentVolumeClaim claim, boolean infeasible, IOException failure)
            throws IOException, InterruptedException {
        Patch patch = ClaimStatusPatches.failed(
                claim,
                infeasible,
                String.valueOf(failure.getMessage()),
                nodeContext.clock().instant());
        if (!patch.body().isEmpty()) {
            claims.patch(claim, patch);
        }
    }

    private IOException failed(MountedVolume mounted, IOException failure) {
        String what = mounted.whileMounting()
                ? "MountVolume.Setup failed while expanding volume"
                : "NodeExpandVolume.NodeExpandVolume failed";
        String message = what + " for volume \"" + mounted.name() + "\" : " + failure.getMessage();
        if (!mounted.whileMounting()) {
            nodeContext.events().warning(mounted.pod().reference(), VolumeEventReasons.VOLUME_RESIZE_FAILED, message);
        }
        return new IOException(message, failure);
    }

    private void recordEvents(MountedVolume mounted, PersistentVolumeClaim claim, boolean good, String more) {
        String message = "MountVolume.NodeExpandVolume " + (good ? "succeeded" : "failed") + " for volume \""
                + mounted.name() + "\" " + more;
        for (ObjectReference about : new ObjectReference[] {mounted.pod().reference(), claim.reference()}) {
            if (good) {
                nodeContext.events().normal(about, "FileSystemResizeSuccessful", message);
            } else {
                nodeContext.events().warning(about, VolumeEventReasons.FILE_SYSTEM_RESIZE_FAILED, message);
            }
        }
    }

    private LastExpansion of(String volumeName) {
        return known.getOrDefault(volumeName, UNKNOWN);
    }

    private void hasSize(MountedVolume mounted, Quantity size) {
        known.computeIfPresent(mounted.name(), (_, now) -> now.withSize(size));
    }
}

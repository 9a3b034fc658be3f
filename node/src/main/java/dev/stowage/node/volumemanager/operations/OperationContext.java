package dev.stowage.node.volumemanager.operations;

import dev.stowage.csi.v1.NodeGrpc.NodeBlockingStub;
import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.model.CsiDriver;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.pluginmanager.NodeDriver;
import dev.stowage.node.pluginmanager.RegisteredDrivers;
import dev.stowage.node.podvolumes.VolumeKey;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
import dev.stowage.node.volumemanager.desired.ObjectLookup;
import dev.stowage.node.volumemanager.desired.VolumeSource;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the operations of both volume modes share.
public final class OperationContext {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final NodeContext nodeContext;
    private final RegisteredDrivers registeredDrivers;
    private final ObjectLookup objectLookup;
    private final Mounts mounts;
    private final MountDirectory folder;
    private final DriverSecrets driverSecrets;
    private final PublishContext attachments;
    private final PodInfoOnMount facts;
    private final OwnershipSetter ownershipSetter;
    private final String seLinuxFileContext = SeLinuxHost.fileContext(Path.of("/"));

    public OperationContext(
            NodeContext nodeContext,
            RegisteredDrivers registeredDrivers,
            ObjectLookup objectLookup,
            Mounts mounts,
            PodTokenSource tokens,
            OwnershipSetter ownershipSetter) {
        this.nodeContext = nodeContext;
        this.registeredDrivers = registeredDrivers;
        this.objectLookup = objectLookup;
        this.mounts = mounts;
        this.folder = new MountDirectory(mounts);
        this.driverSecrets = new DriverSecrets(nodeContext.api());
        this.attachments = new PublishContext(nodeContext);
        this.facts = new PodInfoOnMount(tokens);
        this.ownershipSetter = ownershipSetter;
    }

    KubeletPaths paths() {
        return nodeContext.paths();
    }

    String node() {
        return nodeContext.node();
    }

    EventRecorder events() {
        return nodeContext.events();
    }

    Mounts mounts() {
        return mounts;
    }

    MountDirectory folder() {
        return folder;
    }

    DriverSecrets driverSecrets() {
        return driverSecrets;
    }

    PodInfoOnMount podInfo() {
        return facts;
    }

    OwnershipSetter ownershipSetter() {
        return ownershipSetter;
    }

    Optional<CsiDriver> csiDriver(String driver) {
        return objectLookup.drivers().apply(driver);
    }

    Map<String, String> publishContext(VolumeKey volume) throws VolumeOperationException, InterruptedException {
        return objectLookup.attaches(volume.driver()) ? attachments.of(volume) : Map.of();
    }

    String mountLabel(DesiredVolume desired) throws VolumeOperationException {
        boolean allowed = csiDriver(desired.key().driver())
                .map(driver -> driver.nodeSettings().mountsWithLabel())
                .orElse(false);
        return SeLinuxMountLabel.of(desired, allowed, seLinuxFileContext);
    }

    NodeDriver driver(String name) throws VolumeOperationException {
        return registeredDrivers
                .find(name)
                .orElseThrow(() -> VolumeOperationException.untried(
                        "driver name " + name + " not found in the list of registered CSI drivers",
                        new IOException("no such driver")));
    }

    /// One call of a driver.
    @FunctionalInterface
    interface DriverRequest {
        void make(NodeBlockingStub node);
    }

    static void call(NodeDriver driver, DriverRequest driverRequest)
            throws VolumeOperationException, InterruptedException {
        try {
            driverRequest.make(driver.node(TIMEOUT));
        } catch (StatusRuntimeException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException("the node is shutting down");
            }
            throw VolumeOperationException.ofCall(e);
        }
    }

    static VolumeOperationException untried(String doing, IOException cause) {
        return VolumeOperationException.untried(doing + ": " + cause.getMessage(), cause);
    }

    /// The request to stage a volume.
    NodeStageVolumeRequest stageRequest(DesiredVolume desired, NodeDriver driver, Path staging)
            throws VolumeOperationException, InterruptedException {
        VolumeKey volume = desired.key();
        return NodeStageVolumeRequest.newBuilder()
                .setVolumeId(volume.handle())
                .setStagingTargetPath(staging.toString())
                .setVolumeCapability(CapabilityBuilder.of(desired, driver, mountLabel(desired)))
                .putAllPublishContext(publishContext(volume))
                .putAllSecrets(driverSecrets().fetch(stageSecret(desired), "NodeStageSecretRef"))
                .putAllVolumeContext(desired.volumeSource().attributes())
                .build();
    }

    /// The request to publish a volume, without the part that depends on the volume mode.
    NodePublishVolumeRequest.Builder publishRequest(DesiredVolume desired, NodeDriver driver, Path target)
            throws VolumeOperationException, InterruptedException {
        VolumeKey volume = desired.key();
        Map<String, String> secrets =
                driverSecrets().fetch(desired.volumeSource().publishSecret(), "NodePublishSecretRef");
        PodInfoOnMount.Result result = podInfo().add(desired, csiDriver(volume.driver()), secrets);
        return NodePublishVolumeRequest.newBuilder()
                .setVolumeId(volume.handle())
                .setTargetPath(target.toString())
                .setReadonly(desired.readOnly())
                .setVolumeCapability(CapabilityBuilder.of(desired, driver, mountLabel(desired)))
                .putAllSecrets(result.secrets())
                .putAllVolumeContext(result.context());
    }

    private static @Nullable SecretReference stageSecret(DesiredVolume desired) {
        return switch (desired.volumeSource()) {
            case VolumeSource.Inline _ -> null;
            case VolumeSource.Persistent from -> from.csi().nodeStageSecret();
        };
    }
}

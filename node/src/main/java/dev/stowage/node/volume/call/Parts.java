package dev.stowage.node.volume.call;

import dev.stowage.csi.v1.NodeGrpc.NodeBlockingStub;
import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.NodeStageVolumeRequest;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.model.CsiDriver;
import dev.stowage.kube.model.SecretReference;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.node.Shared;
import dev.stowage.node.place.KubeletPaths;
import dev.stowage.node.plugin.Drivers;
import dev.stowage.node.plugin.NodeDriver;
import dev.stowage.node.volume.want.Catalog;
import dev.stowage.node.volume.want.Source;
import dev.stowage.node.volume.want.VolumeKey;
import dev.stowage.node.volume.want.Wanted;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What both modes need for their calls.
public final class Parts {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final Shared shared;
    private final Drivers drivers;
    private final Catalog catalog;
    private final Mounts mounts;
    private final MountFolder folder;
    private final Secrets secrets;
    private final PublishContext attachments;
    private final PodFacts facts;
    private final Ownership ownership;

    public Parts(
            Shared shared, Drivers drivers, Catalog catalog, Mounts mounts, PodTokens tokens, Ownership ownership) {
        this.shared = shared;
        this.drivers = drivers;
        this.catalog = catalog;
        this.mounts = mounts;
        this.folder = new MountFolder(mounts);
        this.secrets = new Secrets(shared.api());
        this.attachments = new PublishContext(shared);
        this.facts = new PodFacts(tokens);
        this.ownership = ownership;
    }

    KubeletPaths paths() {
        return shared.paths();
    }

    String node() {
        return shared.node();
    }

    EventRecorder events() {
        return shared.events();
    }

    Mounts mounts() {
        return mounts;
    }

    MountFolder folder() {
        return folder;
    }

    Secrets secrets() {
        return secrets;
    }

    PodFacts facts() {
        return facts;
    }

    Ownership ownership() {
        return ownership;
    }

    Optional<CsiDriver> said(String driver) {
        return catalog.drivers().apply(driver);
    }

    Map<String, String> publishContext(VolumeKey volume) throws CallTrouble, InterruptedException {
        return catalog.attaches(volume.driver()) ? attachments.of(volume) : Map.of();
    }

    NodeDriver driver(String name) throws CallTrouble {
        return drivers.find(name)
                .orElseThrow(() -> CallTrouble.untried(
                        "driver name " + name + " not found in the list of registered CSI drivers",
                        new IOException("no such driver")));
    }

    /// One call of a driver.
    @FunctionalInterface
    interface Call {
        void make(NodeBlockingStub node);
    }

    static void call(NodeDriver driver, Call call) throws CallTrouble, InterruptedException {
        try {
            call.make(driver.node(TIMEOUT));
        } catch (StatusRuntimeException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException("the node ends");
            }
            throw CallTrouble.ofCall(e);
        }
    }

    static CallTrouble untried(String doing, IOException cause) {
        return CallTrouble.untried(doing + ": " + cause.getMessage(), cause);
    }

    /// What a driver is asked when it shall make a volume ready here.
    NodeStageVolumeRequest stageRequest(Wanted wanted, NodeDriver driver, Path staging)
            throws CallTrouble, InterruptedException {
        VolumeKey volume = wanted.key();
        return NodeStageVolumeRequest.newBuilder()
                .setVolumeId(volume.handle())
                .setStagingTargetPath(staging.toString())
                .setVolumeCapability(Capability.of(wanted, driver))
                .putAllPublishContext(publishContext(volume))
                .putAllSecrets(secrets().fetch(stageSecret(wanted), "NodeStageSecretRef"))
                .putAllVolumeContext(wanted.source().attributes())
                .build();
    }

    /// What a driver is asked when it shall give a volume to a pod, as far as it does not matter how the pod uses it.
    NodePublishVolumeRequest.Builder publishRequest(Wanted wanted, NodeDriver driver, Path target)
            throws CallTrouble, InterruptedException {
        VolumeKey volume = wanted.key();
        Map<String, String> secrets = secrets().fetch(wanted.source().publishSecret(), "NodePublishSecretRef");
        PodFacts.Told told = facts().add(wanted, said(volume.driver()), secrets);
        return NodePublishVolumeRequest.newBuilder()
                .setVolumeId(volume.handle())
                .setTargetPath(target.toString())
                .setReadonly(wanted.readOnly())
                .setVolumeCapability(Capability.of(wanted, driver))
                .putAllSecrets(told.secrets())
                .putAllVolumeContext(told.context());
    }

    private static @Nullable SecretReference stageSecret(Wanted wanted) {
        return switch (wanted.source()) {
            case Source.Inline _ -> null;
            case Source.Persistent from -> from.csi().nodeStageSecret();
        };
    }
}

package dev.stowage.node.volumemanager;

import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.k8s.text.GoQuote;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.ObjectMeta;
import dev.stowage.node.builtinvolume.BuiltInVolume;
import dev.stowage.node.builtinvolume.BuiltInVolumes;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.VolumeSetUpException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sets up volumes without a driver, after the checks that the volumes of drivers have, too.
final class BuiltInVolumeSetUp {
    private static final Logger log = LoggerFactory.getLogger(BuiltInVolumeSetUp.class);

    private final NodeContext nodeContext;
    private final Informer<Node> nodes;
    private final StateOfWorld stateOfWorld;
    private final BuiltInVolumes builtInVolumes;

    BuiltInVolumeSetUp(NodeContext nodeContext, StateOfWorld stateOfWorld, BuiltInVolumes builtInVolumes) {
        this.nodeContext = nodeContext;
        this.nodes = nodeContext.informers().of(Kinds.NODES);
        this.stateOfWorld = stateOfWorld;
        this.builtInVolumes = builtInVolumes;
    }

    /// @return whether the pod has it; otherwise the failure is reported
    boolean setUp(NodePod pod, BuiltInVolume volume) throws InterruptedException {
        try {
            check(pod, volume);
            stateOfWorld.local(pod.uid(), builtInVolumes.setUp(pod, volume));
            return true;
        } catch (VolumeSetUpException e) {
            failed(pod, volume, e.operation(), e);
        } catch (IOException e) {
            failed(pod, volume, volume.block() ? "MapVolume.SetUpDevice failed" : "MountVolume.SetUp failed", e);
        }
        return false;
    }

    private void check(NodePod pod, BuiltInVolume volume) throws VolumeSetUpException {
        String during = volume.block() ? "MapVolume" : "MountVolume";
        Optional<ObjectMeta> node = nodes.find(nodeContext.node()).map(KubeObject::meta);
        if (node.isPresent()
                && volume.persistentVolume()
                        .filter(found -> !found.isUsableOn(node.get()))
                        .isPresent()) {
            throw new VolumeSetUpException(during + ".NodeAffinity check failed", "no matching NodeSelectorTerms");
        }
        if (volume.alone() && !stateOfWorld.reserve(pod.uid(), volume.specName())) {
            throw new VolumeSetUpException(
                    during + (volume.block() ? ".SetUpDevice failed" : ".SetUp failed"),
                    "volume uses the ReadWriteOncePod access mode and is already in use by another pod");
        }
    }

    private void failed(NodePod pod, BuiltInVolume volume, String operation, IOException failure) {
        String text = operation + " for volume " + GoQuote.of(volume.specName()) + " : " + failure.getMessage();
        String reason = volume.block() && !operation.contains("NodeAffinity")
                ? VolumeEventReasons.FAILED_MAP_VOLUME
                : VolumeEventReasons.FAILED_MOUNT;
        nodeContext.events().warning(pod.reference(), reason, text);
        stateOfWorld.setFailure(pod.uid(), List.of(volume.name()), text);
        log.info("Pod {}: {}", pod.shown(), text);
    }
}

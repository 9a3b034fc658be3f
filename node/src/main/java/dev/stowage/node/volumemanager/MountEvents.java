package dev.stowage.node.volumemanager;

import dev.stowage.k8s.names.VolumeEventReasons;
import dev.stowage.k8s.text.GoQuote;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.node.layout.KubeletPaths;
import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The events of mounts, with the texts of the kubelet.
final class MountEvents {
    private static final Logger log = LoggerFactory.getLogger(MountEvents.class);

    private final EventRecorder events;
    private final KubeletPaths paths;
    private final StateOfWorld stateOfWorld;

    MountEvents(EventRecorder events, KubeletPaths paths, StateOfWorld stateOfWorld) {
        this.events = events;
        this.paths = paths;
        this.stateOfWorld = stateOfWorld;
    }

    /// @param during such as `MountVolume.SetUp failed`
    void failed(DesiredVolume desired, String during, String why) {
        String text = message(desired, during, ": " + why);
        String reason = desired.block() && !during.contains("NodeAffinity")
                ? VolumeEventReasons.FAILED_MAP_VOLUME
                : VolumeEventReasons.FAILED_MOUNT;
        events.warning(desired.pod().reference(), reason, text);
        stateOfWorld.setFailure(desired.podVolumeKey().podUid(), desired.names(), text);
        log.info("Pod {}: {}", desired.pod().shown(), text);
    }

    void clear(DesiredVolume desired) {
        stateOfWorld.setFailure(desired.podVolumeKey().podUid(), desired.names(), "");
    }

    /// Successful maps of devices are recorded, too.
    void mapped(DesiredVolume desired) {
        PodVolumeKey podVolumeKey = desired.podVolumeKey();
        mapped(
                desired,
                "globalMapPath",
                paths.blockDevice(podVolumeKey.specName()).resolve("dev"));
        mapped(
                desired,
                "volumeMapPath",
                paths.blockLink(podVolumeKey.podUid(), podVolumeKey.specName()).getParent());
    }

    private void mapped(DesiredVolume desired, String what, @Nullable Path where) {
        events.normal(
                desired.pod().reference(),
                "SuccessfulMountVolume",
                message(desired, "MapVolume.MapPodDevice succeeded", what + " " + GoQuote.of(String.valueOf(where))));
    }

    private static String message(DesiredVolume desired, String during, String what) {
        return during + " for volume " + GoQuote.of(desired.podVolumeKey().specName()) + " " + what;
    }
}

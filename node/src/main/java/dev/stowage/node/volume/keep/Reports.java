package dev.stowage.node.volume.keep;

import dev.stowage.kube.events.EventRecorder;
import dev.stowage.k8s.text.GoQuote;
import dev.stowage.node.place.KubeletPaths;
import dev.stowage.node.volume.want.Spot;
import dev.stowage.node.volume.want.Wanted;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What pods are told, in the kubelet's words.
final class Reports {
    private static final Logger log = LoggerFactory.getLogger(Reports.class);

    private final EventRecorder events;
    private final KubeletPaths paths;
    private final World world;

    Reports(EventRecorder events, KubeletPaths paths, World world) {
        this.events = events;
        this.paths = paths;
        this.world = world;
    }

    /// @param during such as `MountVolume.SetUp failed`
    void failed(Wanted wanted, String during, String why) {
        String text = message(wanted, during, ": " + why);
        String reason = wanted.block() && !during.contains("NodeAffinity") ? "FailedMapVolume" : "FailedMount";
        events.warning(wanted.pod().reference(), reason, text);
        world.trouble(wanted.spot().podUid(), wanted.names(), text);
        log.info("Pod {}: {}", wanted.pod().shown(), text);
    }

    void over(Wanted wanted) {
        world.trouble(wanted.spot().podUid(), wanted.names(), "");
    }

    /// Of devices pods are told when they come, too.
    void mapped(Wanted wanted) {
        Spot spot = wanted.spot();
        mapped(wanted, "globalMapPath", paths.blockDevice(spot.specName()).resolve("dev"));
        mapped(
                wanted,
                "volumeMapPath",
                paths.blockLink(spot.podUid(), spot.specName()).getParent());
    }

    private void mapped(Wanted wanted, String what, @Nullable Path where) {
        events.normal(
                wanted.pod().reference(),
                "SuccessfulMountVolume",
                message(wanted, "MapVolume.MapPodDevice succeeded", what + " " + GoQuote.of(String.valueOf(where))));
    }

    private static String message(Wanted wanted, String during, String what) {
        return during + " for volume " + GoQuote.of(wanted.spot().specName()) + " " + what;
    }
}

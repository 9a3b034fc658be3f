package dev.stowage.interop.control;

import dev.stowage.interop.cluster.Kind;
import dev.stowage.interop.cluster.NodeDrivers;
import java.util.ArrayList;
import java.util.List;

/// The controllers are killed in the middle of their work and started again.
final class CrashScenarios {

    static final List<Scenario> ALL = List.of(Scenario.alone("killed", CrashScenarios::killed));

    private static final int CLAIMS = 24;

    private CrashScenarios() {}

    private static void killed(Play play) throws Exception {
        play.create(Manifests.storageClass("$NS", NodeDrivers.LOCAL, Manifests.AT_ONCE));
        for (int i = 0; i < CLAIMS; i++) {
            play.create(Manifests.claim("claim-" + i, "4Mi"));
            if (i == CLAIMS / 3 || i == CLAIMS / 2) {
                play.controllers().kill();
                play.controllers().startJudged();
            }
        }
        List<String> volumes = new ArrayList<>();
        for (int i = 0; i < CLAIMS; i++) {
            volumes.add(play.awaitBound("claim-" + i));
        }
        for (int i = 0; i < CLAIMS; i += 2) {
            play.delete(Kind.CLAIM, "claim-" + i);
        }
        play.controllers().kill();
        play.controllers().startJudged();
        for (int i = 0; i < CLAIMS; i += 2) {
            play.awaitGone(Kind.CLAIM, "claim-" + i);
            play.awaitGone(Kind.VOLUME, volumes.get(i));
        }
    }
}

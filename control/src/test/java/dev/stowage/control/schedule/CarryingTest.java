package dev.stowage.control.schedule;

import static org.awaitility.Awaitility.await;

import dev.stowage.control.stage.Stage;
import dev.stowage.kube.model.Kinds;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.Pod;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CarryingTest {

    @Test
    void podThatTookTheNameOfOneOnItsWayIsLookedAt(@TempDir Path folder) throws Exception {
        Set<NamespacedName> anew = ConcurrentHashMap.newKeySet();
        try (Stage stage = new Stage(folder)) {
            var seen = new Seen(stage.informers());
            try (var carrying = new Carrying(
                    stage.shared("default-scheduler"),
                    SchedulerOptions.USUAL,
                    seen,
                    new Assumptions(),
                    _ -> {},
                    () -> {},
                    anew::add)) {
                stage.informers().start();
                seen.awaitSynced();
                carrying.start();
                Pod second = stage.create(
                        Kinds.PODS,
                        "default",
                        ThreeNodes.json("{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i'}]}}"));
                stage.awaitSeen(Kinds.PODS, second);
                Pod first = Scene.read(
                        Kinds.PODS, "{'metadata':{'namespace':'default','name':'p','uid':'of-the-first'},'spec':{}}");
                carrying.begin(new Assumed(first, "n1", List.of(), Instant.now(), Assumed.State.DECIDED));
                await().until(() -> anew.contains(second.key()));
            }
        }
    }
}

package dev.stowage.cluster.scheduler;

import static org.awaitility.Awaitility.await;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Pod;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BindingWorkerTest {

    @Test
    void podThatTookTheNameOfOneOnItsWayIsLookedAt(@TempDir Path folder) throws Exception {
        Set<NamespacedName> anew = ConcurrentHashMap.newKeySet();
        try (ControllerFixture fixture = new ControllerFixture(folder)) {
            var informers = new SchedulerInformers(fixture.informers());
            try (var bindingWorker = new BindingWorker(
                    fixture.context("default-scheduler"),
                    SchedulerOptions.USUAL,
                    informers,
                    new AssumedPods(),
                    _ -> {},
                    () -> {},
                    anew::add)) {
                fixture.informers().start();
                informers.awaitSynced();
                bindingWorker.start();
                Pod second = fixture.create(
                        Kinds.PODS,
                        "default",
                        SchedulerFixture.json(
                                "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i'}]}}"));
                fixture.awaitSeen(Kinds.PODS, second);
                Pod first = SchedulingTestState.read(
                        Kinds.PODS, "{'metadata':{'namespace':'default','name':'p','uid':'of-the-first'},'spec':{}}");
                bindingWorker.begin(new AssumedPod(first, "n1", List.of(), Instant.now(), AssumedPod.State.DECIDED));
                await().until(() -> anew.contains(second.key()));
            }
        }
    }
}

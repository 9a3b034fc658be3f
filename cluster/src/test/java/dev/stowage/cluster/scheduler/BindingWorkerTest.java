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
        try (ControllerFixture controllerFixture = new ControllerFixture(folder)) {
            var schedulerInformers = new SchedulerInformers(controllerFixture.informers());
            try (var bindingWorker = new BindingWorker(
                    controllerFixture.context("default-scheduler"),
                    SchedulerOptions.USUAL,
                    schedulerInformers,
                    new AssumedPods(),
                    _ -> {},
                    () -> {},
                    anew::add)) {
                controllerFixture.informers().start();
                schedulerInformers.awaitSynced();
                bindingWorker.start();
                Pod second = controllerFixture.create(
                        Kinds.PODS,
                        "default",
                        SchedulerFixture.json(
                                "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'c','image':'i'}]}}"));
                controllerFixture.awaitSeen(Kinds.PODS, second);
                Pod first = SchedulingTestState.read(
                        Kinds.PODS, "{'metadata':{'namespace':'default','name':'p','uid':'of-the-first'},'spec':{}}");
                bindingWorker.begin(new AssumedPod(first, "n1", List.of(), Instant.now(), AssumedPod.State.DECIDED));
                await().until(() -> anew.contains(second.key()));
            }
        }
    }
}

package dev.stowage.cluster.workload.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.cluster.workload.ScriptedKubelet;
import dev.stowage.cluster.workload.WorkloadActionText;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.model.Kinds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobControllerTest {
    private static final String JOB = """
            {'metadata':{'name':'work'},'spec':{'completions':3,'parallelism':2,'backoffLimit':0,
             'template':{'spec':{'restartPolicy':'Never','containers':[{'name':'c','image':'one'}]}}}}""";

    private @TempDir Path folder;
    private ControllerFixture fixture;
    private JobController controller;
    private ScriptedKubelet kubelet;

    @BeforeEach
    void start() throws Exception {
        fixture = new ControllerFixture(folder);
        controller = new JobController(fixture.context("job-controller"));
        kubelet = new ScriptedKubelet(fixture);
        fixture.informers().start();
        controller.start();
    }

    @AfterEach
    void stop() throws Exception {
        kubelet.close();
        controller.close();
        fixture.close();
    }

    @Test
    void jobRunsToItsEnd() throws Exception {
        kubelet.endIn(_ -> "Succeeded");
        fixture.create(Kinds.JOBS, "default", json(JOB));
        await().untilAsserted(() -> assertThat(conditions()).containsExactly("SuccessCriteriaMet", "Complete"));
        assertThat(status().path("succeeded").asInt()).isEqualTo(3);
        assertThat(status().has("completionTime")).isTrue();
        assertThat(fixture.informers().of(Kinds.PODS).all()).hasSize(3);
    }

    @Test
    void jobThatIsSuspendedGoesOnWhereItWas() throws Exception {
        fixture.create(
                Kinds.JOBS,
                "default",
                json(JOB.replace("'completions':3", "'completions':3,'completionMode':'Indexed'")));
        await().untilAsserted(() -> assertThat(status().path("ready").asInt()).isEqualTo(2));
        fixture.change(Kinds.JOBS, "default", "work", json("{'spec':{'suspend':true}}"));
        await().untilAsserted(() ->
                assertThat(fixture.informers().of(Kinds.PODS).all()).isEmpty());
        await().untilAsserted(() -> assertThat(conditions()).containsExactly("Suspended"));
        kubelet.endIn(_ -> "Succeeded");
        fixture.change(Kinds.JOBS, "default", "work", json("{'spec':{'suspend':false}}"));
        await().untilAsserted(() -> assertThat(conditions()).contains("Complete"));
        assertThat(status().path("completedIndexes").asText()).isEqualTo("0-2");
    }

    @Test
    void jobThatFailsTooOftenFailsAndGoesWhenItsTimeIsUp() throws Exception {
        kubelet.endIn(_ -> "Failed");
        fixture.create(Kinds.JOBS, "default", json(JOB));
        await().untilAsserted(() -> assertThat(conditions()).containsExactly("FailureTarget", "Failed"));
        fixture.change(Kinds.JOBS, "default", "work", json("{'spec':{'ttlSecondsAfterFinished':0}}"));
        // There is no garbage collector here: the delete request has to do.
        await().untilAsserted(() -> assertThat(fixture.get(Kinds.JOBS, "default", "work")
                        .path("metadata")
                        .has("deletionTimestamp"))
                .isTrue());
    }

    private List<String> conditions() throws IOException, InterruptedException {
        List<String> types = new ArrayList<>();
        status().path("conditions").forEach(one -> types.add(one.path("type").asText()));
        return types;
    }

    private JsonNode status() throws IOException, InterruptedException {
        return fixture.get(Kinds.JOBS, "default", "work").path("status");
    }

    private static String json(String text) {
        return WorkloadActionText.json(text).toString();
    }
}

package dev.stowage.cluster.workload.cronjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.cluster.workload.ScriptedKubelet;
import dev.stowage.cluster.workload.WorkloadActionText;
import dev.stowage.cluster.workload.job.JobController;
import dev.stowage.kube.fixture.ControllerFixture;
import dev.stowage.kube.model.Job;
import dev.stowage.kube.model.Kinds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CronJobControllerTest {
    private static final String CRON_JOB = """
            {'metadata':{'name':'tick'},'spec':{'schedule':'* * * * *','concurrencyPolicy':'Forbid',
             'jobTemplate':{'spec':{'template':{'spec':{'restartPolicy':'Never',
              'containers':[{'name':'c','image':'one'}]}}}}}}""";

    private @TempDir Path folder;
    private ControllerFixture fixture;
    private CronJobController controller;
    private JobController jobs;
    private ScriptedKubelet kubelet;
    private volatile Instant now = Instant.now();

    @BeforeEach
    void start() throws Exception {
        fixture = new ControllerFixture(folder);
        controller = new CronJobController(fixture.context("cronjob-controller", () -> now));
        jobs = new JobController(fixture.context("job-controller"));
        kubelet = new ScriptedKubelet(fixture);
        fixture.informers().start();
        controller.start();
        jobs.start();
    }

    @AfterEach
    void stop() throws Exception {
        kubelet.close();
        jobs.close();
        controller.close();
        fixture.close();
    }

    @Test
    void cronJobStartsAJobWhenItsTimeComesAndRecordsItsEnd() throws Exception {
        now = Instant.now().plus(Duration.ofSeconds(70));
        fixture.create(Kinds.CRON_JOBS, "default", json(CRON_JOB));
        await().untilAsserted(() -> assertThat(all()).hasSize(1));
        Job job = all().getFirst();
        Instant scheduled = now.truncatedTo(ChronoUnit.MINUTES);
        assertThat(job.meta().name()).isEqualTo("tick-" + scheduled.getEpochSecond() / 60);
        await().untilAsserted(() -> assertThat(
                        status().path("active").path(0).path("uid").asText())
                .isEqualTo(job.meta().uid()));
        assertThat(status().path("lastScheduleTime").asText()).isEqualTo(scheduled.toString());
        kubelet.endIn(_ -> "Succeeded");
        await().untilAsserted(() ->
                assertThat(status().path("lastSuccessfulTime").asText()).isNotEmpty());
        assertThat(status().has("active")).isFalse();
        await().untilAsserted(() -> assertThat(events()).contains("SuccessfulCreate", "SawCompletedJob"));
    }

    @Test
    void historyIsLimitedAndAMissedTimeIsMadeUpForOnce() throws Exception {
        kubelet.endIn(_ -> "Succeeded");
        now = Instant.now().plus(Duration.ofSeconds(70));
        fixture.create(
                Kinds.CRON_JOBS,
                "default",
                json(CRON_JOB.replace("'concurrency", "'successfulJobsHistoryLimit':1,'concurrency")));
        await().until(() -> status().has("lastSuccessfulTime"));
        String first = all().getFirst().meta().name();
        now = now.plus(Duration.ofMinutes(5));
        fixture.change(Kinds.CRON_JOBS, "default", "tick", json("{'metadata':{'labels':{'touched':'yes'}}}"));
        await().untilAsserted(() -> assertThat(all())
                .singleElement()
                .matches(job -> !job.meta().name().equals(first)));
    }

    @Test
    void suspendedCronJobStartsNothing() throws Exception {
        now = Instant.now().plus(Duration.ofSeconds(70));
        fixture.create(
                Kinds.CRON_JOBS, "default", json(CRON_JOB.replace("'concurrency", "'suspend':true,'concurrency")));
        fixture.create(Kinds.CRON_JOBS, "default", json(CRON_JOB.replace("tick", "tock")));
        await().untilAsserted(() -> assertThat(all()).hasSize(1));
        assertThat(all().getFirst().meta().name()).startsWith("tock-");
        fixture.change(Kinds.CRON_JOBS, "default", "tick", json("{'spec':{'suspend':false}}"));
        await().untilAsserted(() -> assertThat(all()).hasSize(2));
    }

    private List<Job> all() {
        return List.copyOf(fixture.informers().of(Kinds.JOBS).all());
    }

    private List<String> events() throws IOException, InterruptedException {
        List<String> reasons = new ArrayList<>();
        fixture.api()
                .read("/api/v1/namespaces/default/events?fieldSelector=involvedObject.name=tick")
                .path("items")
                .forEach(event -> reasons.add(event.path("reason").asText()));
        return reasons;
    }

    private JsonNode status() throws IOException, InterruptedException {
        return fixture.get(Kinds.CRON_JOBS, "default", "tick").path("status");
    }

    private static String json(String text) {
        return WorkloadActionText.json(text).toString();
    }
}

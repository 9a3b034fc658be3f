package dev.stowage.cluster.workload.cronjob;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.cluster.workload.WorkloadActionText;
import dev.stowage.kube.model.CronJob;
import dev.stowage.kube.model.Job;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronJobDecisionTest {
    private static final Instant NOW = Instant.parse("2026-01-01T10:00:30Z");

    /// CronJobs are fields of the spec and `last=`, `active=`; jobs are `name/state`. Created at 08:00:30.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            none due                        | schedule=@monthly                            |               | ''      | 2026-02-01T00:00:00.100Z | ''              | ''
            one due                         | schedule=0_10_*_*_*                          |               | 10:00   | 2026-01-02T10:00:00.100Z | ''              | ''
            the latest of several           | schedule=*/30_*_*_*_*                        |               | 10:00   | 2026-01-01T10:30:00.100Z | ''              | ''
            after the last                  | schedule=*/30_*_*_*_* last=10:00             |               | ''      | 2026-01-01T10:30:00.100Z | ''              | ''
            too many are reported           | schedule=*_*_*_*_*                           |               | 10:00   | 2026-01-01T10:01:00.100Z | TooManyMissedTimes | ''
            suspended                       | schedule=*_*_*_*_* suspend=true              |               | ''      |                          | ''              | ''
            within the deadline             | schedule=0_10_*_*_* deadline=60              |               | 10:00   | 2026-01-02T10:00:00.100Z | ''              | ''
            past the deadline               | schedule=0_10_*_*_* deadline=20              |               | ''      | 2026-01-02T10:00:00.100Z | ''              | ''
            at the deadline, not in a time  | schedule=*/30_*_*_*_* deadline=30            |               | ''      | 2026-01-01T10:30:00.100Z | ''              | ''
            allowed beside another          | schedule=0_10_*_*_* active=a                 | a/run         | 10:00   | 2026-01-02T10:00:00.100Z | ''              | a
            forbidden beside another        | schedule=0_10_*_*_* active=a policy=Forbid   | a/run         | ''      | 2026-01-02T10:00:00.100Z | JobAlreadyActive | a
            instead of another              | schedule=0_10_*_*_* active=a policy=Replace  | a/run         | 10:00 -a | 2026-01-02T10:00:00.100Z | SuccessfulDelete | ''
            forbidden until it completed    | schedule=0_10_*_*_* active=a policy=Forbid   | a/done        | 10:00   | 2026-01-02T10:00:00.100Z | SawCompletedJob | ''
            a job of another source         | schedule=@monthly                            | b/run         | ''      | 2026-02-01T00:00:00.100Z | UnexpectedJob   | ''
            an active job that is deleted   | schedule=@monthly active=a                   |               | ''      | 2026-02-01T00:00:00.100Z | MissingJob      | ''
            no more successes than wanted   | schedule=@monthly success=1                  | a/done b/done | -a      | 2026-02-01T00:00:00.100Z | SuccessfulDelete | ''
            no more failures than wanted    | schedule=@monthly failed=0                   | a/failed b/done | -a    | 2026-02-01T00:00:00.100Z | SuccessfulDelete | ''
            not a schedule                  | schedule=61_*_*_*_*                          |               | ''      |                          | UnparseableSchedule | ''
            a schedule without a time       | schedule=0_0_30_2_*                          |               | ''      |                          | InvalidSchedule | ''
            not a time zone                 | schedule=*_*_*_*_* zone=Mars/Base            |               | ''      |                          | UnknownTimeZone | ''
            a time zone                     | schedule=0_19_*_*_* zone=Asia/Tokyo          |               | 10:00   | 2026-01-02T10:00:00.100Z | ''              | ''
            a new schedule                  | schedule=0_10_*_*_* active=a new             | a/done        | ''      | 2026-01-02T10:00:00.100Z | SawCompletedJob | ''
            being deleted                   | schedule=*_*_*_*_* deleted                   |               | ''      |                          | ''              | ''
            """)
    void cronJobTakesItsNextStep(
            String what, String cronJob, String jobs, String then, Instant wake, String events, String active) {
        CronJobDecision decision = CronJobDecision.decide(state(cronJob, jobs));
        assertThat(words(decision)).as(what).isEqualTo(then);
        assertThat(decision.wake().orElse(null)).as(what).isEqualTo(wake);
        assertThat(String.join(
                        " ",
                        WorkloadActionText.events(decision.actions()).stream()
                                .map(event -> event.substring(0, event.indexOf(':')))
                                .toList()))
                .as(what)
                .isEqualTo(events);
        List<String> names = new ArrayList<>();
        decision.status()
                .path("active")
                .forEach(one -> names.add(one.path("name").asText()));
        assertThat(String.join(" ", names)).as(what).isEqualTo(active);
    }

    @Test
    void eventsAreThoseOfKubernetes() {
        assertThat(WorkloadActionText.events(CronJobDecision.decide(
                                state("schedule=0_10_*_*_* active=a,g policy=Forbid success=5", "a/done b/run"))
                        .actions()))
                .containsExactly(
                        "SawCompletedJob: Saw completed job: a, condition: Complete",
                        "UnexpectedJob: Saw a job that the controller did not create or forgot: b",
                        "MissingJob: Active job went missing: g");
        assertThat(CronJobEvents.of(state("schedule=@daily", "").cronJob())
                        .missed(NOW)
                        .message())
                .isEqualTo("Missed scheduled time to start a job: Thu, 01 Jan 2026 10:00:30 +0000");
    }

    @Test
    void jobIsNamedAfterItsTimeAndHasTheTemplate() {
        CronJob cronJob = state("schedule=0_10_*_*_* zone=Asia/Tokyo", "").cronJob();
        var job = CronJobDecision.create(cronJob, Instant.parse("2026-01-01T10:00:00Z"))
                .object();
        assertThat(job.path("metadata").path("name").asText()).isEqualTo("c-29454360");
        assertThat(job.path("metadata").path("labels").path("app").asText()).isEqualTo("x");
        assertThat(job.path("metadata").path("annotations").path("a").asText()).isEqualTo("b");
        assertThat(job.path("metadata")
                        .path("annotations")
                        .path("batch.kubernetes.io/cronjob-scheduled-timestamp")
                        .asText())
                .isEqualTo("2026-01-01T19:00:00+09:00");
        assertThat(job.path("metadata")
                        .path("ownerReferences")
                        .path(0)
                        .path("kind")
                        .asText())
                .isEqualTo("CronJob");
        assertThat(job.path("spec").path("backoffLimit").asInt()).isEqualTo(3);
    }

    @Test
    void lastSuccessIsTheLatestCompletion() {
        var status = CronJobDecision.decide(state("schedule=@monthly", "a/done b/done c/failed"))
                .status();
        assertThat(status.path("lastSuccessfulTime").asText()).isEqualTo("2026-01-01T09:00:02Z");
    }

    private static String words(CronJobDecision decision) {
        StringBuilder words = new StringBuilder();
        decision.start().ifPresent(time -> words.append(time.toString(), 11, 16));
        String deletions = WorkloadActionText.of(decision.actions()).replace("delete Job ", "-");
        return (words + " " + deletions).strip();
    }

    private static String word(String words, String name) {
        int at = words.indexOf(name + "=");
        return at < 0 ? "" : words.substring(at + name.length() + 1).split(" ", -1)[0];
    }

    private static String field(String words, String name, String field, String quote) {
        String value = word(words, name);
        return value.isEmpty() ? "" : ",'" + field + "':" + quote + value + quote;
    }

    private static CronJobState state(String words, String jobs) {
        List<Job> list = new ArrayList<>();
        Set<String> there = new HashSet<>();
        for (String job : jobs == null || jobs.isEmpty() ? new String[0] : jobs.split(" ", -1)) {
            list.add(job(job, list.size() + 1));
            there.add("uid-" + job.split("/", -1)[0]);
        }
        List<String> active = new ArrayList<>();
        Set<String> missing = new HashSet<>();
        for (String name : word(words, "active").isEmpty()
                ? new String[0]
                : word(words, "active").split(",", -1)) {
            active.add("{'name':'%s','namespace':'default','uid':'uid-%s'}".formatted(name, name));
            if (!there.contains("uid-" + name)) {
                missing.add("uid-" + name);
            }
        }
        String last = word(words, "last");
        CronJob cronJob = CronJob.read(WorkloadActionText.json("""
                {'metadata':{'name':'c','namespace':'default','uid':'cron','creationTimestamp':'2026-01-01T08:00:30Z'%s},
                 'spec':{'schedule':'%s'%s%s%s%s%s%s,
                  'jobTemplate':{'metadata':{'labels':{'app':'x'},'annotations':{'a':'b'}},'spec':{'backoffLimit':3}}},
                 'status':{'active':[%s]%s}}""".formatted(
                        words.contains("deleted") ? ",'deletionTimestamp':'2026-01-01T00:00:00Z'" : "",
                        word(words, "schedule").replace('_', ' '),
                        field(words, "suspend", "suspend", ""),
                        field(words, "deadline", "startingDeadlineSeconds", ""),
                        field(words, "policy", "concurrencyPolicy", "'"),
                        field(words, "success", "successfulJobsHistoryLimit", ""),
                        field(words, "failed", "failedJobsHistoryLimit", ""),
                        field(words.contains("zone=") ? words : "zone=UTC", "zone", "timeZone", "'"),
                        String.join(",", active),
                        last.isEmpty() ? "" : ",'lastScheduleTime':'2026-01-01T" + last + ":00Z'")));
        return new CronJobState(cronJob, list, missing, words.contains("new"), NOW);
    }

    private static Job job(String words, int number) {
        String[] parts = words.split("/", -1);
        String condition = switch (parts[1]) {
            case "done" ->
                "'completionTime':'2026-01-01T09:00:0%dZ','conditions':[{'type':'Complete','status':'True'}]"
                        .formatted(number);
            case "failed" -> "'conditions':[{'type':'Failed','status':'True'}]";
            default -> "'conditions':[]";
        };
        return Job.read(WorkloadActionText.json("""
                {'metadata':{'name':'%s','namespace':'default','uid':'uid-%s'},
                 'status':{'startTime':'2026-01-01T09:00:0%dZ',%s}}""".formatted(parts[0], parts[0], number, condition)));
    }
}

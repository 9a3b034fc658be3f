package dev.stowage.cluster.workload.cronjob;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.cluster.workload.WorkloadActionText;
import dev.stowage.kube.model.CronJob;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ScheduleMemoryTest {
    private static final Instant LATER = Instant.parse("2030-01-01T00:00:00Z");
    private static final Duration LONG = Duration.ofDays(1);

    private final ScheduleMemory memory = new ScheduleMemory();

    @Test
    void scheduleOfAKnownCronJobChanges() {
        assertThat(memory.isChanged(cronJob("a", "@hourly"))).isFalse();
        assertThat(memory.isChanged(cronJob("a", "@hourly"))).isFalse();
        assertThat(memory.isChanged(cronJob("a", "@daily"))).isTrue();
        assertThat(memory.isChanged(cronJob("a", "@daily"))).isFalse();
    }

    @Test
    void recreatedCronJobIsAnother() {
        assertThat(memory.isChanged(cronJob("a", "@hourly"))).isFalse();
        assertThat(memory.isChanged(cronJob("b", "@daily"))).isFalse();
    }

    @Test
    void oneTimerIsEnoughForATime() {
        CronJob cronJob = cronJob("a", "@hourly");
        assertThat(memory.needsTimer(cronJob, LATER, LONG)).isTrue();
        assertThat(memory.needsTimer(cronJob, LATER, LONG)).isFalse();
        assertThat(memory.needsTimer(cronJob, LATER.plusSeconds(1), LONG)).isTrue();
        memory.forget(cronJob.key());
        assertThat(memory.needsTimer(cronJob, LATER.plusSeconds(1), LONG)).isTrue();
    }

    @Test
    void timerThatFiredTooEarlyIsStartedAgain() {
        CronJob cronJob = cronJob("a", "@hourly");
        assertThat(memory.needsTimer(cronJob, LATER, Duration.ZERO)).isTrue();
        assertThat(memory.needsTimer(cronJob, LATER, LONG)).isTrue();
    }

    private static CronJob cronJob(String uid, String schedule) {
        return CronJob.read(WorkloadActionText.json(
                "{'metadata':{'name':'c','namespace':'default','uid':'%s'},'spec':{'schedule':'%s'}}"
                        .formatted(uid, schedule)));
    }
}

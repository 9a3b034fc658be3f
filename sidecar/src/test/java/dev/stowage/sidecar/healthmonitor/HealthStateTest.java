package dev.stowage.sidecar.healthmonitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.HealthFinding;
import dev.stowage.csi.v1.VolumeCondition;
import dev.stowage.csi.v1.VolumeHealth;
import dev.stowage.csi.v1.VolumeHealthErrorType;
import java.util.List;
import org.junit.jupiter.api.Test;

class HealthStateTest {

    private static VolumeHealth.VolumeHealthEntry entry(VolumeHealthErrorType type, String reason, String message) {
        return VolumeHealth.VolumeHealthEntry.newBuilder()
                .setStatus(type)
                .setReason(reason)
                .setMessage(message)
                .build();
    }

    @Test
    void aVolumeWithoutFindingsIsWell() {
        assertThat(HealthState.of(VolumeHealth.getDefaultInstance())).isEqualTo(new HealthState.Healthy());
        assertThat(HealthState.of(VolumeCondition.getDefaultInstance())).isEqualTo(new HealthState.Healthy());
    }

    @Test
    void findingsAreReportedInOneMessageWhateverTheirOrder() {
        var slow = entry(VolumeHealthErrorType.DEGRADED, "SlowDisk", "reads take 3 s");
        var lost = entry(VolumeHealthErrorType.DATA_LOSS, "", "");

        HealthState one = HealthState.of(VolumeHealth.newBuilder()
                .addHealthStatuses(slow)
                .addHealthStatuses(lost)
                .build());
        HealthState other = HealthState.of(VolumeHealth.newBuilder()
                .addHealthStatuses(lost)
                .addHealthStatuses(slow)
                .build());

        assertThat(one).isEqualTo(other);
        assertThat(((HealthState.Unhealthy) one).message()).isEqualTo("DataLoss; Degraded (SlowDisk): reads take 3 s");
    }

    @Test
    void whatIsNotKnownIsIgnored() {
        var later = VolumeHealth.VolumeHealthEntry.newBuilder()
                .setStatusValue(99)
                .setReason("New")
                .build();
        var unset = entry(VolumeHealthErrorType.UNKNOWN_VOLUME_HEALTH_TYPE, "x", "y");

        assertThat(HealthState.of(VolumeHealth.newBuilder()
                        .addHealthStatuses(later)
                        .addHealthStatuses(unset)
                        .build()))
                .isEqualTo(new HealthState.Healthy());
    }

    @Test
    void repetitionsCountOnceAndMoreThanThereIsRoomForIsLeftOut() {
        var health = VolumeHealth.newBuilder();
        for (int i = 0; i < 40; i++) {
            health.addHealthStatuses(entry(VolumeHealthErrorType.INACCESSIBLE, "path-" + i / 2, "m" + i));
        }

        var unhealthy = (HealthState.Unhealthy) HealthState.of(health.build());

        assertThat(unhealthy.findings()).hasSize(16);
        assertThat(unhealthy.findings()).extracting(HealthFinding::reason).doesNotHaveDuplicates();
    }

    @Test
    void conditionsOfOlderDriversAreASentence() {
        var condition = VolumeCondition.newBuilder()
                .setAbnormal(true)
                .setMessage("gone")
                .build();

        assertThat(HealthState.of(condition)).isEqualTo(new HealthState.Unhealthy("gone", List.of()));
    }
}

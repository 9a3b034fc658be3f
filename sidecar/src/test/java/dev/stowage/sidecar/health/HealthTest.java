package dev.stowage.sidecar.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.VolumeCondition;
import dev.stowage.csi.v1.VolumeHealth;
import dev.stowage.csi.v1.VolumeHealthErrorType;
import java.util.List;
import org.junit.jupiter.api.Test;

class HealthTest {

    private static VolumeHealth.VolumeHealthEntry entry(VolumeHealthErrorType type, String reason, String message) {
        return VolumeHealth.VolumeHealthEntry.newBuilder()
                .setStatus(type)
                .setReason(reason)
                .setMessage(message)
                .build();
    }

    @Test
    void aVolumeWithoutFindingsIsWell() {
        assertThat(Health.of(VolumeHealth.getDefaultInstance())).isEqualTo(new Health.Well());
        assertThat(Health.of(VolumeCondition.getDefaultInstance())).isEqualTo(new Health.Well());
    }

    @Test
    void findingsAreToldInOneSentenceWhateverTheirOrder() {
        var slow = entry(VolumeHealthErrorType.DEGRADED, "SlowDisk", "reads take 3 s");
        var lost = entry(VolumeHealthErrorType.DATA_LOSS, "", "");

        Health one = Health.of(VolumeHealth.newBuilder()
                .addHealthStatuses(slow)
                .addHealthStatuses(lost)
                .build());
        Health other = Health.of(VolumeHealth.newBuilder()
                .addHealthStatuses(lost)
                .addHealthStatuses(slow)
                .build());

        assertThat(one).isEqualTo(other);
        assertThat(((Health.Ill) one).message()).isEqualTo("DataLoss; Degraded (SlowDisk): reads take 3 s");
    }

    @Test
    void whatIsNotKnownIsIgnored() {
        var later = VolumeHealth.VolumeHealthEntry.newBuilder()
                .setStatusValue(99)
                .setReason("New")
                .build();
        var unset = entry(VolumeHealthErrorType.UNKNOWN_VOLUME_HEALTH_TYPE, "x", "y");

        assertThat(Health.of(VolumeHealth.newBuilder()
                        .addHealthStatuses(later)
                        .addHealthStatuses(unset)
                        .build()))
                .isEqualTo(new Health.Well());
    }

    @Test
    void repetitionsCountOnceAndMoreThanThereIsRoomForIsLeftOut() {
        var health = VolumeHealth.newBuilder();
        for (int i = 0; i < 40; i++) {
            health.addHealthStatuses(entry(VolumeHealthErrorType.INACCESSIBLE, "path-" + i / 2, "m" + i));
        }

        var ill = (Health.Ill) Health.of(health.build());

        assertThat(ill.findings()).hasSize(16);
        assertThat(ill.findings()).extracting(Health.Finding::reason).doesNotHaveDuplicates();
    }

    @Test
    void conditionsOfOlderDriversAreASentence() {
        var condition = VolumeCondition.newBuilder()
                .setAbnormal(true)
                .setMessage("gone")
                .build();

        assertThat(Health.of(condition)).isEqualTo(new Health.Ill("gone", List.of()));
    }
}

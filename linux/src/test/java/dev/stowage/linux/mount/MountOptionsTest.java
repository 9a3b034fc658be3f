package dev.stowage.linux.mount;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MountOptionsTest {

    @Test
    void bitsAndTextAreSplit() {
        MountOptions options = MountOptions.parse(List.of("noatime,ro", "discard", "", "context=\"a\"", "defaults"));

        assertThat(options.flags()).containsExactlyInAnyOrder(MountFlag.NO_ACCESS_TIME, MountFlag.READ_ONLY);
        assertThat(options.data()).isEqualTo("discard,context=\"a\"");
    }

    @Test
    void laterOptionBeatsEarlierOne() {
        assertThat(MountOptions.parse(List.of("ro", "nosuid", "sync", "rw", "suid", "async"))
                        .flags())
                .isEmpty();
        assertThat(MountOptions.parse(List.of("rw", "ro")).flags()).containsExactly(MountFlag.READ_ONLY);
    }

    @Test
    void bitsAreThoseOfTheKernel() {
        assertThat(MountFlag.bits(MountOptions.parse(List.of("ro,nosuid,nodev,noexec,relatime"))
                        .flags()))
                .isEqualTo(0x20000f);
    }
}

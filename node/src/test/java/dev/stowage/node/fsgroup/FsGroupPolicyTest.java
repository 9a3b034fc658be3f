package dev.stowage.node.fsgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FsGroupPolicyTest {

    @ParameterizedTest
    @CsvSource(useHeadersInDisplayName = true, textBlock = """
            policy,                  read only, fs type, access modes,                     applies
            None,                    false,     ext4,    ReadWriteOnce,                    false
            File,                    false,     '',      ReadWriteMany,                    true
            File,                    true,      ext4,    ReadWriteOnce,                    false
            ReadWriteOnceWithFSType, false,     ext4,    ReadWriteOnce,                    true
            ReadWriteOnceWithFSType, false,     ext4,    ReadWriteOncePod,                 true
            ReadWriteOnceWithFSType, false,     ext4,    ReadWriteMany ReadWriteOnce,      true
            ReadWriteOnceWithFSType, false,     ext4,    ReadWriteMany,                    false
            ReadWriteOnceWithFSType, false,     ext4,    '',                               false
            ReadWriteOnceWithFSType, false,     '',      ReadWriteOnce,                    false
            ReadWriteOnceWithFSType, true,      ext4,    ReadWriteOnce,                    false
            '',                      false,     ext4,    ReadWriteOnce,                    true
            """)
    void ownershipAppliesAsTheDriverSays(
            String policy, boolean readOnly, String fsType, String accessModes, boolean applies) {
        assertThat(FsGroupPolicy.of(policy))
                .hasValueSatisfying(
                        found -> assertThat(found.applies(readOnly, fsType, List.of(accessModes.split(" "))))
                                .isEqualTo(applies));
    }

    @Test
    void anUnknownPolicyIsNotGuessed() {
        assertThat(FsGroupPolicy.of("Sometimes")).isEmpty();
    }

    @Test
    void aVolumeInThePodItselfIsThePodsAlone() {
        assertThat(FsGroupPolicy.READ_WRITE_ONCE_WITH_FS_TYPE.appliesInline(false, "ext4"))
                .isTrue();
        assertThat(FsGroupPolicy.READ_WRITE_ONCE_WITH_FS_TYPE.appliesInline(false, ""))
                .isFalse();
    }
}

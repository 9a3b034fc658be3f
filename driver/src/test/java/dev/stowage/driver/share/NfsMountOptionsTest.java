package dev.stowage.driver.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.sdk.CsiException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NfsMountOptionsTest {
    private static final String MOUNT = "rw,vers=4.1,rsize=1048576,wsize=1048576,namlen=255,hard,proto=tcp,timeo=600,"
            + "retrans=2,sec=sys,clientaddr=10.0.0.2,local_lock=none,addr=10.0.0.1";

    private static List<String> check(String superOptions, String... wanted) throws CsiException {
        MountPoint mount = new MountPoint(
                30,
                1,
                0,
                50,
                "/",
                Path.of("/share"),
                List.of("rw", "relatime"),
                List.of(),
                "nfs4",
                "nas:/export",
                List.of(superOptions.split(",")));
        return NfsMountOptions.of(mount).ofVolume(List.of(wanted));
    }

    @Test
    void theOptionsOfTheExamplesOfCsiDriverNfsAreAccepted() throws Exception {
        assertThat(check(MOUNT, "nfsvers=4.1", "hard", "nconnect=8", "ro")).containsExactly("ro");
        assertThat(check(MOUNT, "nfsvers=4.1,hard,noatime", "rsize=1048576,timeo=600"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "vers=4",
                "vers=4.0",
                "minorversion=1",
                "proto=tcp",
                "tcp",
                "sec=sys",
                "async",
                "ac",
                "cto",
                "suid",
                "lookupcache=all",
                "local_lock=none",
                "noresvport",
                "retrans=5",
                "_netdev"
            })
    void whatTheMountHasOrWhatIsAMatterOfSpeedIsAccepted(String option) throws Exception {
        assertThat(check(MOUNT, option)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nfsvers=4.2",
                "nfsvers=3",
                "vers=3",
                "soft",
                "softerr",
                "sync",
                "noac",
                "nocto",
                "actimeo=0",
                "lookupcache=none",
                "nolock",
                "local_lock=all",
                "sec=krb5",
                "proto=rdma",
                "udp",
                "nosuid",
                "noexec",
                "port=2050",
                "addr=10.0.0.9",
                "context=x",
                "nconnect=x",
                "remount"
            })
    void whatProgramsWouldNoticeIsRefused(String option) {
        assertThatThrownBy(() -> check(MOUNT, "hard", option))
                .isInstanceOf(CsiException.class)
                .hasMessageContaining("\"" + option + "\"")
                .hasMessageContaining("mountOptions of the pool's source");
    }

    @Test
    void whatThePoolChoseIsWhatCounts() throws Exception {
        String soft = MOUNT.replace("hard", "soft,noac,nosharecache");
        assertThat(check(soft, "soft", "noac")).isEmpty();
        for (String option : List.of("hard", "ac", "sharecache")) {
            assertThatThrownBy(() -> check(soft, option)).isInstanceOf(CsiException.class);
        }
    }
}

package dev.stowage.driver.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NfsSourceTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-o",
                "nas,addr=10.0.0.1",
                "nas:/other",
                "nas/..",
                "nas export",
                "nas\n",
                "[::1]",
                "nas.",
                "$(reboot)"
            })
    void aServerIsAHostNameOrAnAddress(String server) {
        assertThatThrownBy(() -> new NfsSource(server, "/export", List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("server");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "export", "/a/../b", "/a/.", "/..", "/a,b", "/a b", "/a//b", "/a\u0000", "/a:b", "/a/"})
    void aShareIsAPlainAbsolutePath(String share) {
        assertThatThrownBy(() -> new NfsSource("nas", share, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("share");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "vers=3",
                "nfsvers=3",
                "addr=10.0.0.1",
                "hard,addr=10.0.0.1",
                "timeo=1,ro",
                "context=x",
                "bind",
                "remount",
                "clientaddr=1.2.3.4",
                "timeo=-1",
                ""
            })
    void otherMountOptionsAreRefused(String option) {
        assertThatThrownBy(() -> new NfsSource("nas", "/export", List.of(option)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("mount option");
    }

    @Test
    void usualSourcesAreAccepted() {
        for (String server : List.of("nas", "nfs-server.default.svc.cluster.local", "10.0.0.1", "::1", "fd00::1:2")) {
            for (String share : List.of("/", "/export", "/srv/nfs4/team-a", "/a/.hidden/b")) {
                NfsSource source = new NfsSource(server, share, List.of("nfsvers=4.1", "hard", "timeo=600"));
                assertThat(source.context()).isEqualTo(Map.of("server", server, "share", share));
            }
        }
    }

    @Test
    void aClassMeansTheShareThatItNames() {
        NfsSource source = new NfsSource("nas", "/export", List.of());
        assertThat(source.matches(Map.of())).isTrue();
        assertThat(source.matches(Map.of("server", "NAS", "share", "/export/"))).isTrue();
        assertThat(source.matches(Map.of("server", "other", "share", "/export")))
                .isFalse();
        assertThat(source.matches(Map.of("server", "nas", "share", "/"))).isFalse();
    }
}

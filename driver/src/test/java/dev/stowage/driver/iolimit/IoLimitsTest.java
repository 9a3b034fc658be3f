package dev.stowage.driver.iolimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.DeviceNumber;
import dev.stowage.sdk.CsiException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class IoLimitsTest {

    @Test
    void quantitiesAreWrittenAsTheKernelReadsThem() throws Exception {
        Map<String, String> settings =
                Map.of("readBandwidth", "64Mi", "writeBandwidth", "1M", "readIops", "5k", "label.owner", "alice");
        IoLimits.check(settings);

        assertThat(IoLimits.of(settings).line(new DeviceNumber(253, 4)))
                .isEqualTo("253:4 rbps=67108864 wbps=1000000 riops=5000 wiops=max");
    }

    @Test
    void settingsWithoutLimitsAreEmpty() {
        assertThat(IoLimits.of(Map.of("label.owner", "alice", "requireIoLimits", "true"))
                        .isEmpty())
                .isTrue();
        assertThat(IoLimits.of(Map.of("writeIops", "1")).isEmpty()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "readIops, 0",
        "writeIops, many",
        "readBandwidth, -1",
        "writeIops, 4294967295",
        "requireIoLimits, yes",
        "iops, 100",
    })
    void otherValuesAndNamesAreRefused(String key, String value) {
        assertThatThrownBy(() -> IoLimits.check(Map.of(key, value))).hasMessageContaining(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1b4e28ba-2fa1-41d2-883f-0016d3cca427", "0123456789abcdef0123456789abcdef"})
    void thePodIsInTheContext(String uid) throws Exception {
        assertThat(PodUid.find(Map.of("csi.storage.k8s.io/pod.uid", uid))).contains(new PodUid(uid));
        assertThat(PodUid.find(Map.of())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../../system.slice",
                "1b4e28ba-2fa1-41d2-883f-0016d3cca427/..",
                "1B4E28BA-2FA1-41D2-883F-0016D3CCA427",
                "1b4e28ba-2fa1-41d2-883f-0016d3cca427\n",
                "*"
            })
    void otherUidsAreRefused(String uid) {
        assertThatThrownBy(() -> PodUid.find(Map.of("csi.storage.k8s.io/pod.uid", uid)))
                .isInstanceOf(CsiException.class)
                .hasMessageContaining("must be a UUID");
    }
}

package dev.stowage.driver.lvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a class says about copies of thick volumes.
class ThickCopyOptionsTest {

    @Test
    void copiesAreRefusedUnlessTheClassAllowsThem() throws CsiException {
        ThickCopyOptions usual = ThickCopyOptions.of(Map.of());

        assertThatThrownBy(usual::requireAllowed)
                .hasMessageContaining("copyThickVolumes=true")
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.INVALID_ARGUMENT));
        assertThatThrownBy(() ->
                        ThickCopyOptions.of(Map.of("copyThickVolumes", "false")).requireAllowed())
                .hasMessageContaining("copyThickVolumes=true");
    }

    @Test
    void theClassAllowsThem() throws CsiException {
        ThickCopyOptions options = ThickCopyOptions.of(Map.of("copyThickVolumes", "true", "cowSize", "1Gi"));

        assertThatCode(options::requireAllowed).doesNotThrowAnyException();
        assertThat(options.cowSize()).isEqualTo(new CowSize.Fixed(Bytes.gibi(1)));
    }

    @Test
    void anythingElseIsRefused() {
        assertThatThrownBy(() -> ThickCopyOptions.of(Map.of("copyThickVolumes", "yes")))
                .hasMessageContaining("must be true or false, not \"yes\"");
        assertThatThrownBy(() -> ThickCopyOptions.of(Map.of("cowSize", "much"))).hasMessageContaining("cowSize");
    }
}

package dev.stowage.driver.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LimitSettingTest {

    @ParameterizedTest
    @CsvSource({"1, 1", "5000, 5000", "100k, 100000", "64Mi, 67108864"})
    void aLimitIsANumberOrAQuantity(String text, long number) throws Exception {
        LimitSetting.check(Map.of("most", text), "most");
        assertThat(LimitSetting.find(Map.of("most", text), "most")).hasValue(number);
    }

    @Test
    void noValueIsNoLimit() throws Exception {
        LimitSetting.check(Map.of("most", ""), "most");
        assertThat(LimitSetting.find(Map.of("most", ""), "most")).isEmpty();
        assertThat(LimitSetting.find(Map.of(), "most")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "many", "1.5", "1e3", "99999999999E", " 5"})
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> LimitSetting.check(Map.of("most", text), "most"))
                .hasMessageContaining("parameter most must be a whole number above 0")
                .asInstanceOf(InstanceOfAssertFactories.type(CsiException.class))
                .extracting(CsiException::code)
                .isEqualTo(CsiCode.INVALID_ARGUMENT);
    }
}

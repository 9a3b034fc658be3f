package dev.stowage.k8s.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Utf8TruncationTest {

    @ParameterizedTest
    @CsvSource({
        "abc, 3, abc",
        "abcd, 3, abc",
        "aü, 3, aü",
        "aü, 2, a",
        "a\uD83D\uDE00b, 4, a",
        "a\uD83D\uDE00b, 5, a\uD83D\uDE00"
    })
    void textsEndWithAWholeCharacter(String text, int most, String fits) {
        assertThat(Utf8Truncation.truncate(text, most)).isEqualTo(fits);
    }
}

package dev.stowage.apiserver.selectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.apiserver.errors.ApiException;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectorsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "spec.x=1 | field label not supported: spec.x",
                "name | invalid selector: 'name'; can't understand 'name'",
                "status.phase=a\\b | invalid field selector: invalid escape sequence: \\b",
                "status.phase=a=b | invalid field selector: unescaped character in value: 61"
            })
    void anInvalidFieldSelectorIsRefused(String selector, String message) {
        assertThatThrownBy(() -> FieldSelector.parse(selector, Set.of("status.phase")))
                .isInstanceOf(ApiException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {"metadata.name=a | a", "metadata.name==a\\,b | a,b", "status.phase!=x,metadata.name=c | c"})
    void oneNameIsFound(String selector, String name) throws ApiException {
        assertThat(FieldSelector.parse(selector, Set.of("status.phase")).name()).contains(name);
    }
}

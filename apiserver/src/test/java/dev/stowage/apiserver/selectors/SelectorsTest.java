package dev.stowage.apiserver.selectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.apiserver.errors.ApiException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectorsTest {
    private static final Map<String, String> LABELS = Map.of("app", "db", "tier", "3", "in", "notin");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "app | true",
                "!app | false",
                "!other | true",
                "app=db | true",
                "app==db,tier=3 | true",
                "app!=db | false",
                "other!=x | true",
                "app= | false",
                "app in (db, web) | true",
                "app notin (db) | false",
                "other notin (x) | true",
                "other in () | false",
                "tier>2 | true",
                "tier<3 | false",
                "app>1 | false",
                "in in (notin,) | true"
            })
    void labelsMatch(String selector, boolean matches) throws ApiException {
        assertThat(LabelSelector.parse(selector).matches(LABELS)).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "app= = | unable to parse requirement: found '=', expected: identifier",
                "app x | unable to parse requirement: found 'x', expected: in, notin, =, ==, !=, gt, lt",
                "app in x | unable to parse requirement: found 'x' expected: '('",
                ",app | found ',', expected: !, identifier, or 'end of string'",
                "app, | found '', expected: identifier after ','",
                "app=a b | found 'b', expected: ',' or 'end of string'",
                "app>x | unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer"
            })
    void whatMakesNoSenseIsTold(String selector, String message) {
        assertThatThrownBy(() -> LabelSelector.parse(selector))
                .isInstanceOf(ApiException.class)
                .hasMessage(message);
    }

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
    void fieldsThatCannotBeAskedForAreTold(String selector, String message) {
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

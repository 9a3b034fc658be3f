package dev.stowage.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What an expression and a value may cost. Each of these expressions would otherwise end in a stack overflow, in an
/// exception that the evaluator does not declare, or not at all.
final class CelLimitsTest {
    /// The budget of one rule.
    private static final long BUDGET = 1_000_000;

    private static final CelType SELF = CelType.object(Map.of(
            "text",
            CelType.TEXT,
            "part",
            CelType.TEXT,
            "data",
            CelType.of(CelType.Kind.BYTES),
            "list",
            CelType.list(CelType.TEXT),
            "tags",
            new CelType(CelType.Kind.LIST, Map.of(), Optional.of(CelType.TEXT), List.of(), true),
            "any",
            CelType.ANY));

    private static CelExpression compile(String text) throws InvalidExpressionException {
        return CelExpression.compile(text, SELF, false, CelType.BOOLEAN);
    }

    private static boolean evaluate(String text, JsonNode value) throws Exception {
        return compile(text).isTrue(value, MissingNode.getInstance(), new CostMeter(BUDGET));
    }

    private static boolean evaluate(String text) throws Exception {
        return evaluate(text, JsonNodeFactory.instance.objectNode());
    }

    static Stream<Arguments> deepExpressions() {
        StringBuilder binds = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            String item = i == 0 ? "1" : "a" + (i - 1);
            binds.append("cel.bind(a%d, %s%s%s, ".formatted(i, "[".repeat(40), item, "]".repeat(40)));
        }
        String rows = "(".repeat(200) + "1" + (" + 1".repeat(100) + ")").repeat(200);
        return Stream.of(
                Arguments.of("brackets", "(".repeat(5000) + "true" + ")".repeat(5000)),
                Arguments.of("negations", "!".repeat(5000) + "true"),
                Arguments.of("lists", "[".repeat(5000) + "]".repeat(5000) + " == []"),
                Arguments.of("maps", "{1: ".repeat(5000) + "1" + "}".repeat(5000) + " == {}"),
                Arguments.of("calls", "size([".repeat(3000) + "])".repeat(3000) + " == 0"),
                Arguments.of("choices", "true ? true : ".repeat(3000) + "true"),
                Arguments.of("a row of sums", "1" + " + 1".repeat(5000) + " > 0"),
                Arguments.of("a row of comparisons", "true" + " == true".repeat(5000)),
                Arguments.of("a row of fields", "self.any" + ".a".repeat(5000) + " == 1"),
                Arguments.of("a row of indices", "self.any" + "[0]".repeat(5000) + " == 1"),
                Arguments.of("a row of macros", "[1]" + ".map(x, [x])".repeat(3000) + " == []"),
                Arguments.of("rows in brackets in rows", rows + " > 0"),
                Arguments.of("variables that build on each other", binds + "a199 == a199" + ")".repeat(200)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("deepExpressions")
    void anExpressionThatIsTooDeepIsRefused(String what, String text) {
        assertThatThrownBy(() -> compile(text))
                .as(what)
                .isInstanceOf(InvalidExpressionException.class)
                .message()
                .containsAnyOf("expression recursion limit exceeded: 250", "type nests too deeply");
    }

    @Test
    void anExpressionWithinTheLimitIsEvaluated() throws Exception {
        assertThat(evaluate("(".repeat(240) + "true" + ")".repeat(240))).isTrue();
        assertThat(evaluate("!".repeat(240) + "true")).isTrue();
        assertThat(evaluate("1" + " + 1".repeat(240) + " == 241")).isTrue();
        assertThat(evaluate("[".repeat(240) + "]".repeat(240) + " != []")).isTrue();
    }

    /// Unlike others, rows of these may be long: rules that list allowed values are.
    @Test
    void logicalOperatorsInARowAreNotDeep() throws Exception {
        assertThat(evaluate("false" + " || false".repeat(5000) + " || true")).isTrue();
        assertThat(evaluate("true" + " && true".repeat(5000) + " && false")).isFalse();
        assertThat(evaluate("1 / 0 == 1" + " || 1 / 0 == 1".repeat(100) + " || true"))
                .isTrue();
    }

    @Test
    void anExpressionThatIsTooLongIsRefused() {
        assertThatThrownBy(() -> compile("true" + " ".repeat(100_000)))
                .isInstanceOf(InvalidExpressionException.class)
                .hasMessageContaining("expression code point size exceeds limit: size: 100004, limit 100000");
    }

    /// The value has `text` of 100,000 letters `a`, `part` of 50,000 and another letter, `list` of 2,000 texts, and
    /// `data` of 100,000 bytes.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "self.text.replace('a', self.text) == ''",
                "self.text.replace('', self.text) == ''",
                "self.list.map(x, self.text).join(self.text) == ''",
                "self.text.contains(self.part)",
                "self.text.indexOf(self.part) > 0",
                "self.text.lastIndexOf(self.part) > 0",
                "self.text.split(self.part) == []",
                "self.text.split('').map(c, self.text.split('')) == []",
                "self.list.map(x, self.text).isSorted()",
                "self.list.map(x, self.text).min() == ''",
                "self.list.all(x, self.list.all(y, self.data == self.data))",
                "self.list.all(x, self.list.all(y, size(self.data) > 0))",
                "self.list.all(x, self.list.all(y, string(self.data) != ''))",
                "self.list.exists(x, self.list.exists(y, int(self.text) == 1))",
                "self.list.exists(x, self.list.exists(y, {'a': 1}[self.text] == 1))",
                "self.list.all(x, self.list.all(y, self.tags != self.list || self.tags == self.tags))",
                "self.list.all(x, self.list.all(y, '%s%s%s'.format([self.list, self.list, self.list]) != ''))",
                "self.list.all(x, self.list.all(y, self.part.matches('(x?){300}$')))",
                "self.list.all(x, self.list.all(y, self.list.all(z, true)))",
                "cel.bind(a, self.list, cel.bind(b, [a, a, a], cel.bind(c, [b, b, b], cel.bind(d, [c, c, c],"
                        + " cel.bind(e, [d, d, d], cel.bind(f, [e, e, e], cel.bind(g, [f, f, f], g == g)))))))",
                "cel.bind(a, self.list, cel.bind(b, {'x': a, 'y': a, 'z': a}, cel.bind(c, {'x': b, 'y': b, 'z': b},"
                        + " cel.bind(d, {'x': c, 'y': c, 'z': c}, cel.bind(e, {'x': d, 'y': d, 'z': d},"
                        + " cel.bind(f, {'x': e, 'y': e, 'z': e}, '%s'.format([[f, f, f]]) == ''))))))",
            })
    void workIsPaidFor(String text) throws Exception {
        CelExpression expression = compile(text);
        CostMeter costMeter = new CostMeter(BUDGET);

        assertThatThrownBy(() -> expression.isTrue(large(), MissingNode.getInstance(), costMeter))
                .isInstanceOf(EvaluationException.class)
                .hasMessage("operation cancelled: actual cost limit exceeded");
        assertThat(costMeter.left()).isNegative();
    }

    private static ObjectNode large() {
        ObjectNode value = JsonNodeFactory.instance.objectNode();
        value.put("text", "a".repeat(100_000))
                .put("part", "a".repeat(50_000) + "b")
                .put("data", "AAAA".repeat(33_333));
        for (int i = 0; i < 2_000; i++) {
            value.withArray("list").add("item");
            value.withArray("tags").add("tag" + i);
        }
        return value;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0 / 0.0 < 1.0",
                "[0.0 / 0.0, 1.0].max() > 0.0",
                "{[1]: 1} == {}",
                "{1: 1}[dyn([1])] == 1",
                "dyn([1]) in {1: 1}",
                "dyn([[1]]).join() == ''",
                "'%.f'.format([1.0]) == ''",
                "'%..2f'.format([1.0]) == ''",
                "'%5f'.format([1.0]) == ''",
                "'%.9999f'.format([1.0]) == ''",
                "timestamp('+999999999-12-31T23:59:59Z') > timestamp('2026-01-01T00:00:00Z')",
                "timestamp('9999-12-31T23:59:59Z') + duration('1h') > timestamp('2026-01-01T00:00:00Z')",
                "timestamp('0001-01-01T00:00:00Z') - duration('1h') > timestamp('2026-01-01T00:00:00Z')",
                "timestamp('9999-12-31T23:59:59Z') - timestamp('0001-01-01T00:00:00Z') > duration('1h')",
                "string(duration('2500000h') + duration('2500000h')) == ''",
                "duration('2500000h2500000h') > duration('1h')",
                "duration('-2500000h') - duration('2500000h') > duration('1h')",
            })
    void whatHasNoValueIsAnErrorOfTheExpression(String text) throws Exception {
        assertThatThrownBy(() -> evaluate(text)).isInstanceOf(EvaluationException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0 / 0.0 != 0.0 / 0.0",
                "1.0 / 0.0 > 9223372036854775807",
                "-1.0 / 0.0 < quantity('1').asApproximateFloat()",
                "1.0 / 0.0 == 1.0 / 0.0",
                "'%.2f'.format([1.0 / 3.0]) == '0.33'",
                "'%s'.format([{'b': [1], 'a': {'c': null}}]) == '{a: {c: null}, b: [1]}'",
                "['', 'a', ''].join(',') == ',a,'",
                "'aXbX'.replace('X', '--') == 'a--b--' && 'ab'.replace('', '-') == '-a-b-'",
            })
    void oddValuesAreCompared(String text) throws Exception {
        assertThat(evaluate(text)).isTrue();
    }

    @Test
    void aValueThatNestsTooDeeplyIsNotCompared() throws Exception {
        String rows = "[dyn(1)]" + ".map(x, dyn([x]))".repeat(200);
        String text = "cel.bind(a, %s, cel.bind(b, %s, a == b))".formatted(rows, rows.replace("[dyn(1)]", "[dyn(a)]"));

        assertThat(evaluate("cel.bind(a, %s, a == a)".formatted(rows))).isTrue();
        assertThatThrownBy(() -> evaluate("cel.bind(a, %s, cel.bind(b, %s, b == b))"
                        .formatted(rows, "[dyn(a)]" + ".map(x, dyn([x]))".repeat(200))))
                .isInstanceOf(EvaluationException.class)
                .hasMessage("value nests too deeply");
        assertThat(evaluate(text)).isFalse();
    }
}

package dev.stowage.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.stowage.cel.CelType.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CelExpressionTest {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
    private static final CelType ITEM = CelType.object(Map.of("name", CelType.TEXT, "size", CelType.INTEGER));
    private static final CelType SELF = CelType.object(Map.ofEntries(
            Map.entry("text", CelType.TEXT),
            Map.entry("other", CelType.TEXT),
            Map.entry("count", CelType.INTEGER),
            Map.entry("ratio", CelType.NUMBER),
            Map.entry("on", CelType.BOOLEAN),
            Map.entry("names", CelType.list(CelType.TEXT)),
            Map.entry("items", CelType.list(ITEM)),
            Map.entry("labels", CelType.map(CelType.TEXT)),
            Map.entry("any", CelType.ANY),
            Map.entry("namespace", CelType.TEXT),
            Map.entry("x-y.z/w", CelType.TEXT),
            Map.entry("at", CelType.TIME),
            Map.entry("span", CelType.DURATION),
            Map.entry("tags", new CelType(Kind.LIST, Map.of(), Optional.of(CelType.TEXT), List.of(), true)),
            Map.entry("keyed", new CelType(Kind.LIST, Map.of(), Optional.of(ITEM), List.of("name"), false))));

    private static final JsonNode VALUE = json("""
            {"text": "hello", "count": 3, "ratio": 2, "on": true, "names": ["a", "b", "c"],
             "items": [{"name": "x", "size": 1}, {"name": "y", "size": 5}], "labels": {"app": "db", "x/y": "z"},
             "any": "10Gi", "namespace": "ns", "x-y.z/w": "odd", "at": "2026-11-15T08:00:00Z", "span": "1h30m",
             "tags": ["p", "q"], "keyed": [{"name": "x", "size": 1}, {"name": "y", "size": 2}]}""");
    private static final JsonNode OLD = json("""
            {"text": "hallo", "count": 2, "names": ["a", "b", "c"], "labels": {"app": "db"}, "tags": ["q", "p"],
             "keyed": [{"name": "y", "size": 2}, {"name": "x", "size": 1}]}""");

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static CelExpression compile(String text) throws InvalidExpressionException {
        return CelExpression.compile(text, SELF, false, CelType.BOOLEAN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "self.text == 'hello'",
                "self.text != \"hallo\" && self.count > 2",
                "self.count >= 3 && self.count <= 3 && !(self.count < 3)",
                "self.count + 2 * 3 - 1 == 8 && self.count % 2 == 1 && self.count / 2 == 1",
                "-self.count == -3 && 0x10 == 16",
                "self.ratio == 2.0 && self.ratio * 1.5 > 2.9",
                "self.count < 3.5",
                "has(self.text) && !has(self.other)",
                "has(self.other) ? self.other == 'x' : self.on",
                "size(self.names) == 3 && self.names.size() == 3 && size(self.text) == 5 && size(self.labels) == 2",
                "'b' in self.names && !('z' in self.names) && 'app' in self.labels",
                "self.names[1] == 'b' && self.labels['app'] == 'db' && self.labels.app == 'db'",
                "self.items.all(i, i.size > 0) && !self.items.all(i, i.size > 1)",
                "self.items.exists(i, i.name == 'y') && self.items.exists_one(i, i.size == 5)",
                "self.items.filter(i, i.size > 1).map(i, i.name) == ['y']",
                "self.items.map(i, i.size > 1, i.size * 2) == [10]",
                "self.labels.all(k, size(k) <= 3) && self.labels.exists(k, self.labels[k] == 'z')",
                "self.names.all(a, self.names.exists_one(b, a == b))",
                "self.text.startsWith('he') && self.text.endsWith('lo') && self.text.contains('ell')",
                "self.text.matches('^[a-z]+$') && !matches(self.text, '^x')",
                "self.text.upperAscii() == 'HELLO' && ' a '.trim() == 'a' && 'a-b'.split('-') == ['a', 'b']",
                "self.names.join('/') == 'a/b/c' && self.text.substring(1, 3) == 'el' && self.text.indexOf('l') == 2",
                "'%s has %d'.format([self.text, self.count]) == 'hello has 3'",
                "self.text + '!' == 'hello!' && self.names + ['d'] == ['a', 'b', 'c', 'd']",
                "self.__namespace__ == 'ns' && self.x__dash__y__dot__z__slash__w == 'odd'",
                "quantity(self.any).isGreaterThan(quantity('1Gi')) && isQuantity('1.5Mi') && !isQuantity('x')",
                "type(self.any) == string && string(self.count) == '3' && int('7') == 7 && double(self.count) == 3.0",
                "self.at > timestamp('2026-01-01T00:00:00Z') && self.span == duration('90m')",
                "self.at + duration('1h') > self.at && self.at.getFullYear() == 2026 && self.span.getMinutes() == 90",
                "{'a': 1}['a'] == 1 && [1, 2][0] == 1 && self.names.indexOf('c') == 2",
                "[1, 2, 3].sum() == 6 && [3, 1].min() == 1 && [1, 2].isSorted()",
                "sets.contains(self.names, ['a']) && !sets.intersects(self.names, ['z'])",
                "cel.bind(n, size(self.names), n == 3 && n * n == 9)",
                "true || self.other == 'x'",
                "self.other == 'x' || true",
                "!(self.other == 'x' && false)",
                "oldSelf.count <= self.count && oldSelf.names == self.names",
                "self.tags == oldSelf.tags && self.keyed == oldSelf.keyed && self.labels != oldSelf.labels",
                "r'\\d' == '\\\\d' && '\\u0041' == 'A' && '''it's''' == \"it's\"",
                "self.text // a remark\n == 'hello'",
                "self.any != null",
                "isIP('10.0.0.1') && isIP('fe80::1') && !isIP('10.0.1') && isCIDR('10.0.0.0/8') && isURL('https://a/b')",
                "!format.dns1123Label().validate('a-b').hasValue() && format.dns1123Label().validate('A').hasValue()",
                "self.names.filter(n, n != 'a').size() == 2 ? true : false",
            })
    void holds(String text) throws Exception {
        assertThat(compile(text).isTrue(VALUE, OLD, new CostMeter(100_000))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "self.other == 'x'",
                "self.names[7] == 'x'",
                "self.labels['none'] == 'x'",
                "self.count / 0 == 1",
                "self.count + 9223372036854775807 > 0",
                "int('x') == 1",
                "self.any.size() > 1 && self.any + 1 == 2",
                "self.names.all(n, self.labels[n] == 'x')",
            })
    void hasNoValue(String text) throws Exception {
        CelExpression celExpression = compile(text);
        assertThatThrownBy(() -> celExpression.isTrue(VALUE, OLD, new CostMeter(100_000)))
                .isInstanceOf(EvaluationException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "self.nope == 1|undefined field 'nope'",
                "slef.text == ''|undeclared reference to 'slef' (in container '')",
                "self.text.nope()|undeclared reference to 'nope' (in container '')",
                "self.text == 1|found no matching overload for '_==_' applied to '(string, int)'",
                "self.count + 'x' == ''|found no matching overload for '_+_' applied to '(int, string)'",
                "self.text.startsWith(1)|found no matching overload for 'startsWith' applied to 'string.(int)'",
                "self.text|cel expression must evaluate to a bool",
                "self.text.size|type 'string' does not support field selection",
                "self.items.all(i, i.nope)|undefined field 'nope'",
                "self.text.all(c, true)|cannot be range of a comprehension",
                "self.names.all(n, n)|expected type 'bool' but found 'string'",
                "self.count == |Syntax error",
                "(self.on|Syntax error",
                "self.on)|Syntax error",
                "self.text == 'x|token recognition error",
                "self.on # 1|token recognition error",
                "has(self)|invalid argument to has() macro",
                "self.?text == 'x'|unsupported syntax",
                "99999999999999999999 > 1|invalid int literal",
            })
    void isRefused(String row) {
        String[] parts = row.split("\\|(?=[^|]*$)", 2);
        assertThatThrownBy(() -> compile(parts[0]))
                .isInstanceOf(InvalidExpressionException.class)
                .hasMessageContaining(parts[1]);
    }

    @Test
    void aRefusalShowsThePlace() {
        assertThatThrownBy(() -> compile("self.on && self.foo"))
                .hasMessage(
                        "compilation failed: ERROR: <input>:1:16: undefined field 'foo'\n | self.on && self.foo\n | ...............^");
    }

    @Test
    void knowsWhetherItLooksBack() throws Exception {
        assertThat(compile("self.text == oldSelf.text").usesOld()).isTrue();
        assertThat(compile("self.text == 'oldSelf'").usesOld()).isFalse();
    }

    @Test
    void anOptionalOldValueHasAValue() throws Exception {
        String text = "!oldSelf.hasValue() || oldSelf.value().count < self.count";
        CelExpression celExpression = CelExpression.compile(text, SELF, true, CelType.BOOLEAN);
        assertThat(celExpression.isTrue(VALUE, OLD, new CostMeter(1000))).isTrue();
        assertThat(celExpression.isTrue(VALUE, MissingNode.getInstance(), new CostMeter(1000)))
                .isTrue();
        assertThat(celExpression.isTrue(OLD, VALUE, new CostMeter(1000))).isFalse();
    }

    @Test
    void makesTexts() throws Exception {
        CelExpression celExpression =
                CelExpression.compile("'at most ' + string(self.count)", SELF, false, CelType.TEXT);
        assertThat(celExpression.text(VALUE, OLD, new CostMeter(1000))).isEqualTo("at most 3");
    }

    @Test
    void workIsBounded() throws Exception {
        String range = "[1,2,3,4,5,6,7,8,9,10]";
        String text = "true";
        for (int i = 0; i < 12; i++) {
            text = "%s.all(v%d, %s)".formatted(range, i, text);
        }
        CelExpression celExpression = compile(text);
        CostMeter costMeter = new CostMeter(1_000_000);
        assertThatThrownBy(() -> celExpression.isTrue(VALUE, OLD, costMeter))
                .hasMessage("operation cancelled: actual cost limit exceeded");
        assertThat(costMeter.left()).isNegative();
    }
}

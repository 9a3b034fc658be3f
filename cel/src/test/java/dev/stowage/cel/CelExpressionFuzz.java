package dev.stowage.cel;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.testing.fuzz.FuzzTarget;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Compiles an expression, and evaluates it when that works.
final class CelExpressionFuzz implements FuzzTarget {
    private static final CelType ITEM = CelType.object(Map.of("name", CelType.TEXT, "size", CelType.INTEGER));
    private static final CelType SELF = CelType.object(Map.ofEntries(
            Map.entry("t", CelType.TEXT),
            Map.entry("n", CelType.INTEGER),
            Map.entry("r", CelType.NUMBER),
            Map.entry("b", CelType.BOOLEAN),
            Map.entry("l", CelType.list(CelType.TEXT)),
            Map.entry("i", CelType.list(ITEM)),
            Map.entry("m", CelType.map(CelType.TEXT)),
            Map.entry("any", CelType.ANY),
            Map.entry("at", CelType.TIME),
            Map.entry("d", CelType.DURATION),
            Map.entry("x", CelType.BYTES),
            Map.entry("set", new CelType(CelType.Kind.LIST, Map.of(), Optional.of(CelType.TEXT), List.of(), true)),
            Map.entry("keyed", new CelType(CelType.Kind.LIST, Map.of(), Optional.of(ITEM), List.of("name"), false))));
    private static final JsonNode VALUE = SampleValues.read("""
            {"t": "hello", "n": 3, "r": 2.5, "b": true, "l": ["a", "b"], "i": [{"name": "x", "size": 1}],
             "m": {"a": "b"}, "any": {"q": "10Gi", "l": [1, "2", null, [3]]}, "at": "2026-11-15T08:00:00Z",
             "d": "1h30m", "x": "AAECAw==", "set": ["p", "q"], "keyed": [{"name": "x", "size": 1}]}""");
    private static final JsonNode OLD = SampleValues.read("""
            {"t": "hallo", "n": 9223372036854775807, "l": [], "set": ["q", "p"], "any": 1.5}""");
    private static final long BUDGET = 20_000;

    @Override
    public List<byte[]> seeds() {
        return FuzzTarget.texts(
                "self.t == 'hello' && self.n > 2 || !(self.b)",
                "-self.n + 2 * 3 - 1 % 2 / 1 == 0x10",
                "has(self.t) ? self.l.all(x, x != '') : self.i.exists(i, i.size > 0)",
                "self.i.filter(i, i.size > 1).map(i, i.name) == ['y']",
                "self.m.exists_one(k, self.m[k] == 'z') && 'a' in self.l",
                "self.t.matches('^[a-z]+$') && self.t.startsWith('h')",
                "'%s has %.2f %d'.format([self.t, self.r, self.n]) == self.l.join('/')",
                "self.t.substring(1, 3) + self.t.replace('l', 'xx').upperAscii().reverse() == ''",
                "quantity(self.any.q).isGreaterThan(quantity('1Gi')) && isQuantity('1.5Mi')",
                "self.at + duration('1h') > timestamp('2026-01-01T00:00:00Z') && self.d.getMinutes() == 90",
                "string(self.x) == '' || size(self.x) > 2 || self.x == bytes('ab')",
                "{'a': 1, 2: [1, 2.0, null]}['a'] == 1 && [1, 2][0] == 1",
                "sets.contains(self.l, ['a']) && [1, 2, 3].sum() == 6 && [3, 1].min() == 1 && [1.5].isSorted()",
                "cel.bind(n, size(self.l), n == 3 && dyn(n) * n == 9)",
                "oldSelf.set == self.set && self.keyed + self.keyed == oldSelf.keyed && type(self.any) == map",
                "isIP('10.0.0.1') || isCIDR('10.0.0.0/8') || isURL('https://a/b')",
                "format.dns1123Label().validate('a-b').hasValue() || optional.of(1).orValue(2) == 1",
                "r'\\d' == '\\u0041\\x41\\101' + '''it's''' // remark\n",
                "int('7') + int(1.5) == int(self.at) && double('1e3') / 0.0 > 1.0 && bool('true')",
                "self.any.l[3][0] == 3 && self.t.split('l').size() == 2 && self.t.indexOf('l') == 2",
                "self.x__dash__y__dot__z == self.__namespace__");
    }

    @Override
    public List<String> words() {
        return List.of(
                "self",
                "oldSelf",
                ".map(x, ",
                ".all(x, ",
                ".exists(",
                "[",
                "]",
                "(",
                ")",
                "{",
                "}",
                " ? ",
                " : ",
                "!",
                "-",
                ".",
                ",",
                "'",
                "\"",
                "'''",
                "\\",
                "0.0 / 0.0",
                "1e308",
                "9223372036854775808",
                "0x",
                "null",
                "dyn(",
                ".format([",
                "%s",
                "%.3f",
                "timestamp('",
                "duration('",
                "quantity('",
                ".join(",
                ".replace(",
                "cel.bind(a, ",
                " in ",
                " == ",
                " && ",
                " || ",
                "optional.none()",
                ".value()",
                ".split('')",
                "u");
    }

    @Override
    public void run(byte[] input) {
        try {
            CelExpression expression = CelExpression.compile(FuzzTarget.text(input), SELF, false, CelType.BOOLEAN);
            boolean result = expression.isTrue(VALUE, OLD, new CostMeter(BUDGET));
            if (expression.isTrue(VALUE, OLD, new CostMeter(BUDGET)) != result) {
                throw new AssertionError("another result for the same value");
            }
        } catch (InvalidExpressionException | EvaluationException _) {
            // What an expression may end in.
        }
    }
}

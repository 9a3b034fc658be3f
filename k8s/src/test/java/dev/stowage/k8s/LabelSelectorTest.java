package dev.stowage.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelSelectorTest {
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
    void aQueryMatches(String selector, boolean matches) throws InvalidSelectorException {
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
    void anInvalidQueryIsRefusedInKubernetesWords(String selector, String message) {
        assertThatThrownBy(() -> LabelSelector.parse(selector))
                .isInstanceOf(InvalidSelectorException.class)
                .hasMessage(message);
    }

    @Test
    void aBlankQueryMatchesEverything() throws InvalidSelectorException {
        assertThat(LabelSelector.parse(" ")).isEqualTo(LabelSelector.EVERYTHING);
        assertThat(LabelSelector.EVERYTHING.matches(Map.of())).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | true",
                "{'matchLabels':{}} | true",
                "{'matchLabels':{'app':'db','tier':'3'}} | true",
                "{'matchLabels':{'app':'db','tier':'4'}} | false",
                "{'matchLabels':{'other':''}} | false",
                "{'matchExpressions':[{'key':'app','operator':'In','values':['web','db']}]} | true",
                "{'matchExpressions':[{'key':'app','operator':'In'}]} | false",
                "{'matchExpressions':[{'key':'app','operator':'NotIn','values':['db']}]} | false",
                "{'matchExpressions':[{'key':'other','operator':'NotIn','values':['db']}]} | true",
                "{'matchExpressions':[{'key':'app','operator':'Exists'}]} | true",
                "{'matchExpressions':[{'key':'app','operator':'DoesNotExist'}]} | false",
                "{'matchExpressions':[{'key':'other','operator':'DoesNotExist'}]} | true",
                "{'matchLabels':{'app':'db'},'matchExpressions':[{'key':'tier','operator':'DoesNotExist'}]} | false",
                "{'matchExpressions':[{'key':'app','operator':'Is','values':['db']}]} | false"
            })
    void aSelectorOfAnObjectMatches(String json, boolean matches) {
        assertThat(LabelSelector.required(json(json)).matches(LABELS)).isEqualTo(matches);
    }

    @Test
    void anAbsentSelectorIsNullOrMatchesNothing() {
        JsonNode absent = MissingNode.getInstance();
        assertThat(LabelSelector.read(absent)).isNull();
        assertThat(LabelSelector.required(absent).matches(LABELS)).isFalse();
        assertThat(LabelSelector.required(absent).matches(Map.of())).isFalse();
    }

    @Test
    void whatWasReadIsFoundInItsTwoParts() {
        LabelSelector selector = LabelSelector.required(json("{'matchLabels':{'b':'2','a':'1'},"
                + "'matchExpressions':[{'key':'c','operator':'NotIn','values':['y','x']}]}"));
        assertThat(selector.matchLabels()).containsExactly(Map.entry("a", "1"), Map.entry("b", "2"));
        assertThat(selector.matchExpressions())
                .containsExactly(new LabelRequirement("c", LabelRequirement.Operator.NOT_IN, List.of("y", "x")));
        assertThat(selector).hasToString("a=1,b=2,c notin (x,y)");
    }

    @Test
    void theOrderOfMatchLabelsDoesNotMatter() {
        assertThat(LabelSelector.required(json("{'matchLabels':{'a':'1','b':'2'}}")))
                .isEqualTo(LabelSelector.required(json("{'matchLabels':{'b':'2','a':'1'}}")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'key':'tier','operator':'Gt','values':['2']} | true",
                "{'key':'tier','operator':'Lt','values':['3']} | false",
                "{'key':'tier','operator':'Gt'} | false",
                "{'key':'app','operator':'Gt','values':['2']} | false",
                "{'key':'other','operator':'Gt','values':['2']} | false"
            })
    void numbersAreComparedInNodeSelectors(String json, boolean matches) {
        assertThat(LabelRequirement.read(json(json)).matches(LABELS)).isEqualTo(matches);
    }

    private static JsonNode json(String text) {
        try {
            return Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }
}

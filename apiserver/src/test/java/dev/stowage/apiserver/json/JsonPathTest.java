package dev.stowage.apiserver.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPathTest {
    private static final JsonNode OBJECT = YamlTrees.read("""
            metadata: {name: n, annotations: {a.b/c: d}}
            spec: {size: 3, list: [x, y, z], deep: [{k: a, v: 1}, {k: b, v: 2}, {v: 3}]}
            status: {conditions: [{type: Ready, status: 'True'}, {type: Other, status: 'False'}]}
            """);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                ".metadata.name | ['n']",
                ".metadata.nope | []",
                ".spec.size | [3]",
                ".metadata.annotations.a\\.b/c | [d]",
                ".metadata.annotations['a.b/c'] | [d]",
                ".spec.list[0] | [x]",
                ".spec.list[-1] | [z]",
                ".spec.list[7] | []",
                ".spec.list[1:] | ['y', z]",
                ".spec.list[0:2] | [x, 'y']",
                ".spec.list[*] | [x, 'y', z]",
                ".spec.deep[*].v | [1, 2, 3]",
                ".spec.deep[?(@.k==\"b\")].v | [2]",
                ".spec.deep[?(@.v>1)].v | [2, 3]",
                ".spec.deep[?(@.k)].v | [1, 2]",
                ".status.conditions[?(@.type=='Ready')].status | ['True']",
                "..k | [a, b]",
            })
    void finds(String path, String found) {
        assertThat(JsonPathParser.parse(path))
                .hasValueSatisfying(
                        parsed -> assertThat(parsed.find(OBJECT)).containsExactlyElementsOf(YamlTrees.read(found)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"name", ".a[", ".a[x]", ".a[?(@.b==)]", ".a[0:1:0]", ".a[?(b)]"})
    void isNoPath(String path) {
        assertThat(JsonPathParser.parse(path)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({".a, 101", "[*], 101", "[0], 101", ".., 101", "[?(@, 7", "[?(@, 100000"})
    void aPathThatIsTooLongIsNone(String part, int times) {
        assertThat(JsonPathParser.parse(part.repeat(times) + (part.startsWith("[?") ? ")]".repeat(times) : "")))
                .isEmpty();
    }

    /// Each node of the object, each of the filters and each step would otherwise multiply the work.
    @Test
    void aSearchIsBounded() {
        ObjectNode wide = Json.object();
        for (int i = 0; i < 20_000; i++) {
            wide.withArray("list").addObject().put("a", i);
        }
        for (String path : List.of("..[*]".repeat(40), "..[?(@..a)]..[?(@..[?(@..a)])]", "[*]".repeat(100))) {
            assertThat(JsonPathParser.parse(path))
                    .hasValueSatisfying(parsed -> assertThat(parsed.find(wide)).hasSizeLessThan(50_000));
        }
    }

    @Test
    void aLargeStepEndsASlice() {
        assertThat(JsonPathParser.parse(".spec.list[1:3:2147483647]"))
                .hasValueSatisfying(parsed -> assertThat(parsed.find(OBJECT)).hasSize(1));
    }
}

package dev.stowage.apiserver.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
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
}

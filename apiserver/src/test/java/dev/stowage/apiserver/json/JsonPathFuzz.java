package dev.stowage.apiserver.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.testing.fuzz.FuzzTarget;
import java.util.List;
import java.util.Objects;

/// A path of a printer column.
public final class JsonPathFuzz implements FuzzTarget {
    private static final JsonNode OBJECT = YamlTrees.read("""
            metadata: {name: n, annotations: {a.b/c: d}}
            spec: {size: 3, list: [x, y, z], deep: [{k: a, v: 1}, {k: b, v: 2.5}, {v: null}, [[1]]]}
            status: {conditions: [{type: Ready, status: 'True'}, {type: Other, status: 'False'}]}
            """);

    @Override
    public List<byte[]> seeds() {
        return FuzzTarget.texts(
                ".metadata.annotations.a\\.b/c",
                "$.spec.list[-1]",
                ".spec.deep[?(@.v>=1e3)]['k']",
                "..k[*].x[0:2:1]",
                ".status.conditions[?(@.type==\"Ready\")].status");
    }

    @Override
    public List<String> words() {
        return List.of(
                "[",
                "]",
                "..",
                "[*]",
                "[?(@",
                ")]",
                "==",
                "!=",
                "<",
                "'",
                "\"",
                "-1",
                "2147483647",
                ":",
                "1e999999999",
                "\\",
                ".list",
                ".deep");
    }

    @Override
    public void run(byte[] input) {
        JsonPathParser.parse(FuzzTarget.text(input)).ifPresent(path -> {
            if (path.find(OBJECT).stream().anyMatch(Objects::isNull)) {
                throw new AssertionError("nothing is found as a node");
            }
        });
    }
}

package dev.stowage.apiserver.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.testing.fuzz.FuzzTarget;
import java.util.List;

/// An object in YAML, of a type and of none. It must not become much larger than a body may be.
public final class YamlBodyFuzz implements FuzzTarget {
    private static final int LARGEST = 16 << 20;

    @Override
    public List<byte[]> seeds() {
        return FuzzTarget.texts("""
                apiVersion: v1
                kind: Pod
                metadata: &m
                  name: a
                  labels: {a: "b", c: 'd', e: y}
                spec:
                  containers:
                  - name: c # remark
                    resources: {limits: {cpu: 0.1, memory: 1_000, x: 0x1F, y: 017, z: 0b1}}
                    command: [a, ~, null, .5e3, -.inf, 2026-01-01, 1:30]
                  template: *m
                """, """
                a: &a [x, x]
                b: &b {<<: *c, k: [*a, *a]}
                c: &c {<<: *b}
                ? {complex: key}
                : |
                  block
                   text
                d: >-
                  folded
                """, """
                %YAML 1.1
                ---
                !!map {? !!str a : !!bool yes, b: !!int "5", c: !!float 5, d: !!binary aGk=, e: !!set {x, y}}
                ...
                """);
    }

    @Override
    public List<String> words() {
        return List.of(
                "&a ",
                "*a",
                "<<: ",
                "- ",
                ": ",
                "? ",
                "| ",
                ">",
                "!!bool ",
                "!!int ",
                "!!float ",
                "!!null ",
                "{",
                "}",
                "[",
                "]",
                "\n",
                "  ",
                "'",
                "\"",
                "#",
                "---",
                "...",
                "%TAG ! x\n",
                ".nan",
                "~",
                "\t",
                "\\x",
                "0x",
                "!");
    }

    @Override
    public void run(byte[] input) {
        for (SampleKind kind : SampleKind.values()) {
            try {
                check(Json.write(kind.decode(input, true)));
            } catch (ApiException _) {
                // Refused.
            }
        }
        try {
            check(Json.write(ObjectDecoder.plain(input, true)));
        } catch (JsonProcessingException _) {
            // Not YAML.
        }
    }

    private static void check(byte[] json) {
        if (json.length > LARGEST) {
            throw new AssertionError("%d bytes of JSON".formatted(json.length));
        }
    }
}

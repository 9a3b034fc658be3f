package dev.stowage.apiserver.schema;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.testing.fuzz.FuzzTarget;
import java.util.Arrays;
import java.util.List;

/// An object in JSON. What is stored of it must be read as the same object.
public final class JsonBodyFuzz implements FuzzTarget {

    @Override
    public List<byte[]> seeds() {
        return FuzzTarget.texts("""
                {"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","labels":{"a":"b"},
                "creationTimestamp":"2026-01-01T00:00:00Z","ownerReferences":[{"uid":"x","controller":true}]},
                "spec":{"containers":[{"name":"c","image":"i","ports":[{"containerPort":80}],
                "resources":{"limits":{"cpu":"0.1","memory":1e3}},"livenessProbe":{"httpGet":{"port":"http"}}}],
                "volumes":[{"name":"v","emptyDir":{}}],"foo":1,"nodeSelector":null}}""", """
                {"kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v1","spec":{"versions":[{"name":"v1",
                "schema":{"openAPIV3Schema":{"type":"object","properties":{"x":{"type":"number","minimum":1.5,
                "default":{"a":[1,2.50,null,true]},"items":{"not":{}},"additionalProperties":false}}}}}]}}""", """
                {"kind":"Secret","data":{"a":"YWJj","b":null},"stringData":{"a":"b","a":"c"},"immutable":true}""");
    }

    @Override
    public List<String> words() {
        return List.of(
                "{",
                "}",
                "[",
                "]",
                ":",
                ",",
                "null",
                "true",
                "1e999",
                "1e-400",
                "\"spec\"",
                "\"limits\":{\"cpu\":\"",
                "\"data\":{\"a\":\"=\"}",
                "\\ud800",
                "\"\\u0000\"",
                "\"items\":{",
                "\"metadata\":{\"labels\":");
    }

    @Override
    public void run(byte[] input) {
        for (SampleKind kind : SampleKind.values()) {
            try {
                byte[] stored = Json.write(kind.decode(input, false));
                if (!Arrays.equals(stored, Json.write(kind.decode(stored, false)))) {
                    throw new AssertionError(
                            "stored in another form when it is read again: " + FuzzTarget.text(stored));
                }
            } catch (ApiException _) {
                // Refused.
            }
        }
    }
}

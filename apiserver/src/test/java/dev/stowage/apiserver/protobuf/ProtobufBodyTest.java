package dev.stowage.apiserver.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ProtobufBodyTest {

    private static byte[] varint(int number, long value) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        plain(out, (long) number << 3);
        plain(out, value);
        return out.toByteArray();
    }

    private static void plain(ByteArrayOutputStream out, long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) (rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    private static byte[] part(int number, byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        plain(out, ((long) number << 3) | 2);
        byte[] inside = joined(parts);
        plain(out, inside.length);
        out.writeBytes(inside);
        return out.toByteArray();
    }

    private static byte[] part(int number, String text) {
        return part(number, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static byte[] body(String version, String kind, byte[]... content) {
        byte[] magic = {'k', '8', 's', 0};
        return joined(magic, part(1, part(1, version), part(2, kind)), part(2, content), part(3, ""), part(4, ""));
    }

    private static String json(byte[] body) throws ApiException {
        return new String(ProtobufBody.toJson(body), StandardCharsets.UTF_8);
    }

    @Test
    void emptyValuesAreLeftOutWhereTheyMeanNothing() throws Exception {
        byte[] metadata = part(1, part(1, "a"), part(2, ""), part(3, "default"), varint(7, 0), part(8));
        byte[] labels = part(1, part(11, part(1, "k"), part(2, "v")), part(11, part(1, "e")));
        assertThat(json(body("v1", "ServiceAccount", metadata)))
                .isEqualTo("{\"kind\":\"ServiceAccount\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\","
                        + "\"namespace\":\"default\"}}");
        assertThat(json(body("v1", "ConfigMap", labels))).contains("\"labels\":{\"k\":\"v\",\"e\":\"\"}");
    }

    @Test
    void zeroIsKeptWhereItMeansSomething() throws Exception {
        assertThat(json(body("apps/v1", "Deployment", part(2, varint(1, 0))))).contains("\"spec\":{\"replicas\":0}");
        assertThat(json(body("v1", "Pod", part(2, varint(5, -1))))).contains("\"activeDeadlineSeconds\":-1");
    }

    @Test
    void whatJsonHasInlineIsInline() throws Exception {
        byte[] volume = part(1, part(1, "data"), part(2, part(2, part(1, "Memory"), part(2, part(1, "1Gi")))));
        assertThat(json(body("v1", "Pod", part(2, volume))))
                .contains(
                        "\"volumes\":[{\"name\":\"data\",\"emptyDir\":{\"medium\":\"Memory\",\"sizeLimit\":\"1Gi\"}}]");
    }

    @Test
    void specialValuesLookAsInJson() throws Exception {
        byte[] port = part(1, part(1, "http"), varint(3, 80), part(4, varint(1, 1), varint(2, 0), part(3, "web")));
        assertThat(json(body("v1", "Service", part(2, port))))
                .contains("\"ports\":[{\"name\":\"http\",\"port\":80,\"targetPort\":\"web\"}]");
        assertThat(json(body("v1", "Secret", part(2, part(1, "a"), part(2, "b")))))
                .contains("\"data\":{\"a\":\"Yg==\"}");
        assertThat(json(body("coordination.k8s.io/v1", "Lease", part(2, part(4, varint(1, 1000), varint(2, 5000))))))
                .contains("\"renewTime\":\"1970-01-01T00:16:40.000005Z\"");
        byte[] extra = part(5, part(1, "k"), part(2, part(1, "x"), part(1, "y")));
        assertThat(json(body("authorization.k8s.io/v1", "SubjectAccessReview", part(2, extra))))
                .contains("\"extra\":{\"k\":[\"x\",\"y\"]}");
    }

    @Test
    void optionsOfADeletionBelongToEveryGroup() throws Exception {
        assertThat(json(body("v1", "DeleteOptions", varint(1, 0), part(4, "Foreground"))))
                .contains("\"gracePeriodSeconds\":0")
                .contains("\"propagationPolicy\":\"Foreground\"");
        assertThat(json(body("apps/v1", "DeleteOptions", varint(1, 5)))).contains("\"gracePeriodSeconds\":5");
    }

    @Test
    void aDefinitionHasItsSchemaAsInJson() throws Exception {
        byte[] text = part(5, "string");
        byte[] schema = joined(
                part(29, part(1, "tags"), part(2, part(5, "array"), part(24, part(1, text)))),
                part(29, part(1, "free"), part(2, part(30, varint(1, 1)))),
                part(29, part(1, "closed"), part(2, part(30, varint(1, 0)))),
                part(29, part(1, "texts"), part(2, part(30, varint(1, 1), part(2, text)))),
                part(29, part(1, "preset"), part(2, part(8, part(1, "{\"a\":1}")))));
        byte[] version = part(7, part(1, "v1"), varint(2, 1), varint(3, 1), part(4, part(1, schema)));

        assertThat(json(body("apiextensions.k8s.io/v1", "CustomResourceDefinition", part(2, version))))
                .contains("\"tags\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}")
                .contains("\"free\":{\"additionalProperties\":true}")
                .contains("\"closed\":{\"additionalProperties\":false}")
                .contains("\"texts\":{\"additionalProperties\":{\"type\":\"string\"}}")
                .contains("\"preset\":{\"default\":{\"a\":1}}");
    }

    @Test
    void aListIsReadWithItsItems() throws Exception {
        byte[] item = part(2, part(1, part(1, "a")), part(2, part(1, "k"), part(2, "v")));
        assertThat(json(body("v1", "ConfigMapList", part(1, part(2, "7")), item)))
                .contains("\"metadata\":{\"resourceVersion\":\"7\"}")
                .contains("\"items\":[{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}]");
    }

    @Test
    void fieldsOfTheFutureAreSkipped() throws Exception {
        byte[] unknown = joined(varint(900, 7), part(901, "x"), new byte[] {(byte) 0xb5, 0x38, 1, 2, 3, 4});
        assertThat(json(body("v1", "Secret", unknown, part(3, "Opaque")))).contains("\"type\":\"Opaque\"");
    }

    @Test
    void anUnknownKindHasNoBinaryForm() {
        for (String version : new String[] {"example.test/v1", "../../v1", "v1/../../x", ""}) {
            assertThatThrownBy(() -> json(body(version, "Thing")))
                    .isInstanceOfSatisfying(
                            ApiException.class,
                            e -> assertThat(e.statusReason()).isEqualTo(StatusReason.UNSUPPORTED_MEDIA_TYPE));
        }
    }

    @Test
    void brokenBytesAreRefused() throws Exception {
        assertThatThrownBy(() -> json("{}".getBytes(StandardCharsets.UTF_8))).hasMessageContaining("expected prefix");
        byte[] good = body("v1", "Pod", part(1, part(1, "a")), part(2, part(2, part(1, "c"))));
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            byte[] bad = good.clone();
            for (int j = 0; j < 3; j++) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt();
            }
            try {
                json(bad);
            } catch (ApiException e) {
                assertThat(e.statusReason().code()).isBetween(400, 499);
            }
        }
    }

    /// The JSON in a message may be as deep as a parser accepts; with what is around it, it would be deeper.
    @Test
    void jsonInsideOfAMessageHasALimit() {
        for (int depth : new int[] {260, 990, 5000}) {
            byte[] body = SampleMessages.schema("[".repeat(depth) + "]".repeat(depth));
            assertThatThrownBy(() -> json(body))
                    .isInstanceOf(ApiException.class)
                    .hasMessageStartingWith("the object provided is unrecognized: proto: ");
        }
    }
}

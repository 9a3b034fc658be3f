package dev.stowage.apiserver.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Bodies that would fill the memory or the stack, take minutes, or end in an exception that is not an answer.
final class DecoderLimitsTest {

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// Ten references at each of ten levels.
    private static String laughs(String item) {
        String levels = IntStream.rangeClosed(1, 10)
                .mapToObj(i -> "l%d: &l%d %s\n".formatted(i, i, item.replace("*", "*l" + (i - 1))))
                .collect(Collectors.joining());
        return "l0: &l0 " + (item.startsWith("{") ? "{}" : "x") + "\n" + levels;
    }

    static Stream<Arguments> hostileYaml() {
        String large = "x".repeat(1_000_000);
        return Stream.of(
                Arguments.of("lists in lists", "a: " + "[".repeat(5000), "the body is not YAML"),
                Arguments.of("a billion laughs", laughs("[*, *, *, *, *, *, *, *, *, *]"), "excessive aliasing"),
                Arguments.of(
                        "a billion merges of nothing",
                        laughs("{<<: *, <<: *, <<: *, <<: *, <<: *, <<: *, <<: *, <<: *, <<: *, <<: *}"),
                        "excessive aliasing"),
                Arguments.of(
                        "a large text from many places",
                        "a: &a " + large + "\nb: [" + "*a, ".repeat(100) + "]",
                        "excessive aliasing"),
                Arguments.of(
                        "a large key in many maps",
                        "a: &a {" + "k".repeat(900) + ": 1}\nb: [" + "*a, ".repeat(9000) + "]",
                        "excessive aliasing"),
                Arguments.of("a list in itself", "a: &a [*a]", "exceeded max depth"),
                Arguments.of("a map in itself", "a: &a {b: *a}", "exceeded max depth"),
                Arguments.of("a map merged into itself", "a: &a {<<: *a}", "exceeded max depth"),
                Arguments.of("infinity", "a: .inf", "unsupported value"),
                Arguments.of("no number", "a: .NaN", "unsupported value"),
                Arguments.of("a key that is a list", "? [a]\n: b", "a key is not a text"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostileYaml")
    void yamlHasLimits(String what, String yaml, String problem) {
        assertThatThrownBy(() -> ObjectDecoder.plain(bytes(yaml), true))
                .as(what)
                .isInstanceOf(JsonProcessingException.class)
                .hasMessageContaining(problem);
        assertThatThrownBy(() -> SampleKind.DEFINITION.decode(bytes("spec:\n " + yaml.replace("\n", "\n ")), true))
                .as(what)
                .isInstanceOf(ApiException.class);
    }

    /// Numbers whose parser takes a time that grows with the square of their length are texts.
    @ParameterizedTest
    @MethodSource
    void oddYamlIsRead(String yaml, String json) throws Exception {
        assertThat(ObjectDecoder.plain(bytes(yaml), true).path("a").toString()).isEqualTo(json);
    }

    static Stream<Arguments> oddYamlIsRead() {
        String digits = "1".repeat(900_000);
        return Stream.of(
                Arguments.of("a: " + digits, "\"" + digits + "\""),
                Arguments.of("a: !!int " + digits, "\"" + digits + "\""),
                Arguments.of("a: !!float " + digits, "\"" + digits + "\""),
                Arguments.of("a: !!bool ''", "\"\""),
                Arguments.of("a: !!bool maybe", "false"),
                Arguments.of("a: !!int ''", "\"\""),
                Arguments.of("a: !!float abc", "\"abc\""),
                Arguments.of("a: 1:30.5", "\"1:30.5\""),
                Arguments.of("a: -.5e1", "-5"),
                Arguments.of("a: &x [1]\nb: *x", "[1]"));
    }

    static Stream<Arguments> hostileJson() {
        String x =
                "{\"kind\":\"CustomResourceDefinition\",\"spec\":{\"versions\":[{\"schema\":{\"openAPIV3Schema\":%s}}]}}";
        return Stream.of(
                Arguments.of("objects in objects", x.formatted("{\"not\":".repeat(5000)), "exceeded max depth"),
                Arguments.of("lists in lists", x.formatted("{\"default\":" + "[".repeat(5000)), "exceeded max depth"),
                Arguments.of(
                        "a depth of 300",
                        x.formatted("{\"not\":".repeat(300) + "{}" + "}".repeat(300)),
                        "exceeded max depth"),
                Arguments.of(
                        "a large exponent", x.formatted("{\"default\":1e400}"), "cannot unmarshal number 1e400 into"),
                Arguments.of(
                        "a large number",
                        x.formatted("{\"minimum\":" + "9".repeat(400) + "}"),
                        "cannot unmarshal number 9"),
                Arguments.of(
                        "a number of a million digits",
                        x.formatted("{\"default\":" + "9".repeat(1_000_000) + "}"),
                        "Number value length"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostileJson")
    void jsonHasLimits(String what, String json, String problem) {
        assertThatThrownBy(() -> SampleKind.DEFINITION.decode(bytes(json), false))
                .as(what)
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refused -> assertThat(refused.statusReason()).isEqualTo(StatusReason.BAD_REQUEST))
                .hasMessageContaining(problem);
    }

    @Test
    void aBodyWithinTheLimitsIsRead() throws Exception {
        String deep = "{\"not\":".repeat(100) + "{\"default\":1e300}" + "}".repeat(100);
        String json =
                "{\"kind\":\"CustomResourceDefinition\",\"spec\":{\"versions\":[{\"schema\":{\"openAPIV3Schema\":%s}}]}}"
                        .formatted(deep);

        assertThat(SampleKind.DEFINITION.decode(bytes(json), false).toString()).contains("1E+300");
        assertThat(SampleKind.DEFINITION.decode(bytes(json), true).toString()).contains("1E+300");
    }

    @Test
    void aQuantityOfAMillionDigitsIsRefused() {
        String json = "{\"spec\":{\"overhead\":{\"cpu\":\"%s\"}}}".formatted("1".repeat(1_000_000));

        assertThatThrownBy(() -> SampleKind.POD.decode(bytes(json), false))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("unable to parse numeric part of quantity");
    }
}

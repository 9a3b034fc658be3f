package dev.stowage.node.podworker.podfeatures;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.runtime.RuntimeFeature;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class PodFeaturesTest {
    /// As containerd has them.
    static final Set<RuntimeFeature> CRI = EnumSet.complementOf(
            EnumSet.of(RuntimeFeature.RECURSIVE_READ_ONLY, RuntimeFeature.STRICT_SUPPLEMENTAL_GROUPS));

    static final Set<RuntimeFeature> PROCESS = EnumSet.of(
            RuntimeFeature.RECURSIVE_READ_ONLY,
            RuntimeFeature.STRICT_SUPPLEMENTAL_GROUPS,
            RuntimeFeature.HOST_NAMESPACES);

    private static final SecurityModules NONE = new SecurityModules(false, false);
    private static final SecurityModules ALL = new SecurityModules(true, true);

    /// @param spec further fields of the pod spec
    /// @param container further fields of its container
    private static NodePod pod(String spec, String container) throws IOException {
        ObjectNode pod = json("""
                {"metadata": {"name": "p", "namespace": "default", "uid": "u"}}""");
        ObjectNode written = json("{" + spec + "}");
        written.putArray("containers")
                .add(json("{\"name\":\"c\"" + (container.isEmpty() ? "" : ",") + container + "}"));
        pod.set("spec", written);
        return NodePod.read(pod);
    }

    private static ObjectNode json(String text) throws IOException {
        return (ObjectNode) Json.read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String refusal(Set<RuntimeFeature> runtime, SecurityModules modules, NodePod pod) {
        List<UnsupportedFeature> found = new PodFeatures(runtime, modules).unsupported(pod);
        return found.isEmpty()
                ? ""
                : switch (found.getFirst()) {
                    case UnsupportedFeature.OfPod(String reason, String message) -> reason + ": " + message;
                    case UnsupportedFeature.OfSandbox(String message) -> "sandbox: " + message;
                    case UnsupportedFeature.OfContainer(String name, String message) -> name + ": " + message;
                };
    }

    /// A pod of the examples.
    ///
    /// @param said what the nodes say, by their runtime
    record Example(String asked, NodePod pod, Map<String, String> said) {

        static Example of(String block) throws IOException {
            Map<String, String> lines = new HashMap<>();
            block.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" +", 2))
                    .forEach(words -> lines.put(words[0], words.length > 1 ? words[1].strip() : ""));
            String spec = lines.getOrDefault("pod", "");
            String container = lines.getOrDefault("container", "");
            return new Example((spec + " " + container).strip(), PodFeaturesTest.pod(spec, container), lines);
        }
    }

    static String examples() throws IOException {
        try (InputStream file = PodFeaturesTest.class.getResourceAsStream("pod-features.txt")) {
            return new String(requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Stream<Arguments> pods() throws IOException {
        List<Arguments> pods = new ArrayList<>();
        for (String block : examples().split("\n\n", -1)) {
            if (block.lines().anyMatch(line -> !line.startsWith("#"))) {
                Example example = Example.of(block);
                pods.add(Arguments.of(example.asked(), example));
            }
        }
        return pods.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pods")
    void whatTheNodeDoesNotGiveIsRefused(String asked, Example example) {
        assertThat(refusal(CRI, ALL, example.pod()))
                .isEqualTo(full(example.said().get("containerd")));
        assertThat(refusal(PROCESS, ALL, example.pod()))
                .isEqualTo(full(example.said().get("process")));
    }

    /// Where no reason is given, it is that of missing features.
    private static String full(@Nullable String text) {
        return text == null
                ? ""
                : text.contains(": ")
                        ? text
                        : "PodFeatureUnsupported: Pod requires node features that are not available: " + text;
    }

    @Test
    void aKernelWithoutSeLinuxIgnoresLabels() throws IOException {
        NodePod pod = pod("""
                "securityContext":{"seLinuxOptions":{"level":"s0"}}""", "");
        assertThat(refusal(PROCESS, NONE, pod)).isEmpty();
        assertThat(refusal(CRI, NONE, pod)).isEmpty();
    }

    @Test
    void aKernelWithoutAppArmorEnforcesNoProfile() throws IOException {
        NodePod pod = pod("""
                "securityContext":{"appArmorProfile":{"type":"RuntimeDefault"}}""", "");
        assertThat(refusal(CRI, NONE, pod))
                .isEqualTo("AppArmor: Cannot enforce AppArmor: AppArmor is not enabled on the host");
    }

    @Test
    void theDeprecatedAnnotationAsksForAProfileToo() throws IOException {
        NodePod pod = NodePod.read(json("""
                {"metadata": {"name": "p", "annotations":
                  {"container.apparmor.security.beta.kubernetes.io/c": "localhost/x"}},
                 "spec": {"containers": [{"name": "c"}]}}"""));
        assertThat(refusal(CRI, NONE, pod)).startsWith("AppArmor: ");
        assertThat(refusal(CRI, ALL, pod)).endsWith("profiles of type Localhost are not supported");
    }

    @Test
    void oneContainerIsRefusedAndTheOthersAreNot() throws IOException {
        PodFeatures features = new PodFeatures(CRI, NONE);
        NodePod pod = pod("", """
                "securityContext":{"runAsNonRoot":true,"runAsUser":0}""");
        assertThat(features.rejection(pod)).isEmpty();
        assertThat(features.sandboxRefusal(pod)).isEmpty();
        assertThat(features.containerRefusal(pod, "c")).isPresent();
        assertThat(features.containerRefusal(pod, "other")).isEmpty();
    }

    @Test
    void whatRejectsAPodAlsoKeepsItFromStartingAgain() throws IOException {
        PodFeatures features = new PodFeatures(CRI, NONE);
        NodePod pod = pod("""
                "shareProcessNamespace":true,"runtimeClassName":"gvisor"\
                """, "");
        assertThat(features.rejection(pod)).isPresent();
        assertThat(features.sandboxRefusal(pod)).isEqualTo(features.containerRefusal(pod, "c"));
        assertThat(features.sandboxRefusal(pod)).isNotEqualTo(Optional.empty());
    }

    @Test
    void whatAnEphemeralContainerAsksForConcernsNoOtherContainer() throws IOException {
        ObjectNode pod = json("""
                {"metadata": {"name": "p", "namespace": "default", "uid": "u"}, "spec": {"containers": [{"name": "c"}],
                 "ephemeralContainers": [{"name": "d", "securityContext": {"seccompProfile": {"type": "Localhost"}}},
                                         {"name": "e"}]}}""");
        PodFeatures features = new PodFeatures(PROCESS, NONE);

        assertThat(features.containerRefusal(NodePod.read(pod), "d"))
                .hasValue("Pod requires node features that are not available: seccompProfile Localhost (container d)");
        assertThat(features.containerRefusal(NodePod.read(pod), "e")).isEmpty();
        assertThat(features.containerRefusal(NodePod.read(pod), "c")).isEmpty();
        assertThat(features.sandboxRefusal(NodePod.read(pod))).isEmpty();
    }

    /// A process runtime without root.
    @Test
    void aNodeWithoutHostNamespacesRefusesThem() throws IOException {
        assertThat(refusal(EnumSet.noneOf(RuntimeFeature.class), NONE, pod("\"hostPID\":true,\"hostIPC\":true", "")))
                .endsWith("Pod requires node features that are not available: hostPID, hostIPC");
    }
}

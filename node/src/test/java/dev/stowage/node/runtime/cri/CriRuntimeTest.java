package dev.stowage.node.runtime.cri;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.node.runtime.ContainerCreateException;
import dev.stowage.node.runtime.ContainerMount;
import dev.stowage.node.runtime.ContainerStartSpec;
import dev.stowage.node.runtime.ExecRequest;
import dev.stowage.node.runtime.ExecResult;
import dev.stowage.node.runtime.ExecSession;
import dev.stowage.node.runtime.ImagePullException;
import dev.stowage.node.runtime.PodSandboxSpec;
import dev.stowage.node.runtime.RuntimeContainer;
import dev.stowage.node.runtime.RuntimePod;
import dev.stowage.node.testing.RecordedPulls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Against a real containerd, if it is installed.
final class CriRuntimeTest {
    private static final Duration SOON = Duration.ofSeconds(90);

    private static final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private static RealContainerd containerd;
    private static CriRuntime runtime;

    @BeforeAll
    static void open() throws Exception {
        RealContainerd.assumePossible();
        containerd = RealContainerd.start();
        opened.push(containerd);
        runtime = new CriRuntime(containerd.socket());
        opened.push(runtime);
        // It listens before it can respond.
        await().atMost(SOON).ignoreExceptions().until(() -> runtime.version().startsWith("containerd://"));
    }

    @AfterAll
    static void close() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
    }

    private static PodSandboxSpec pod(String name, String spec) throws IOException {
        return new PodSandboxSpec(
                "uid-" + name,
                "default",
                name,
                name,
                containerd.folder().resolve("logs").resolve(name),
                Map.of("app", "x"),
                Map.of("note", "y"),
                json(spec));
    }

    private static JsonNode json(String text) throws IOException {
        return Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static ContainerStartSpec container(
            PodSandboxSpec plan,
            RuntimePod pod,
            int attempt,
            List<ContainerMount> mounts,
            String spec,
            String... command)
            throws Exception {
        return new ContainerStartSpec(
                plan,
                pod,
                "main",
                attempt,
                RealContainerd.IMAGE,
                runtime.pull(RealContainerd.IMAGE, "Never", new RecordedPulls()),
                List.of(command),
                List.of(),
                Map.of("GREETING", "hello"),
                "",
                mounts,
                List.of(),
                List.of(1234L),
                plan.logs().resolve("main/" + attempt + ".log"),
                json(spec));
    }

    private static RuntimeContainer only(String uid) throws Exception {
        return runtime.pods().stream()
                .filter(pod -> pod.uid().equals(uid))
                .findFirst()
                .orElseThrow()
                .containers()
                .getLast();
    }

    @Test
    void aPodLivesAndIsSeenAndLeavesNothing() throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        runtime.listen(heard::add);
        PodSandboxSpec plan = pod("whole", "{'hostNetwork':true,'terminationGracePeriodSeconds':30}");
        RuntimePod pod = runtime.prepare(plan);
        assertThat(pod.ready()).isTrue();
        assertThat(pod.name()).isEqualTo("whole");
        assertThat(runtime.prepare(plan).id()).isEqualTo(pod.id()); // found again

        Path shared = Files.createDirectories(containerd.folder().resolve("shared"));
        Files.writeString(shared.resolve("in"), "from the machine");
        Path words = Files.createFile(containerd.folder().resolve("words"));
        var mounts = List.of(
                new ContainerMount(shared, "/data", false, ContainerMount.Propagation.NONE),
                new ContainerMount(words, "/dev/termination-log", false, ContainerMount.Propagation.NONE));
        ContainerStartSpec first = container(
                plan,
                pod,
                0,
                mounts,
                "{'terminationMessagePath':'/dev/termination-log','securityContext':{'runAsUser':0}}",
                "sh",
                "-c",
                "echo $GREETING; echo oh >&2; cat /data/in > /data/out; echo sorry > /dev/termination-log; exit 3");
        String id = runtime.start(first);
        await().atMost(SOON).until(() -> only(plan.uid()).state() instanceof RuntimeContainer.State.Exited);
        RuntimeContainer ended = only(plan.uid());
        assertThat(ended.id()).isEqualTo(id);
        assertThat(ended.name()).isEqualTo("main");
        assertThat(ended.state()).isInstanceOfSatisfying(RuntimeContainer.State.Exited.class, exited -> {
            assertThat(exited.code()).isEqualTo(3);
            assertThat(exited.reason()).isEqualTo("Error");
        });
        assertThat(shared.resolve("out")).hasContent("from the machine");
        assertThat(words).hasContent("sorry");
        assertThat(ended.log()).isEqualTo(plan.logs().resolve("main/0.log"));
        // The log can be written a moment after the exit is reported.
        await().atMost(SOON)
                .untilAsserted(() ->
                        assertThat(Files.readString(ended.log())).contains(" stdout F hello\n", " stderr F oh\n"));
        await().atMost(SOON).until(() -> heard.contains(plan.uid()));

        String second = runtime.start(container(plan, pod, 1, List.of(), "{}", "sleep", "1000"));
        assertThat(only(plan.uid()).attempt()).isEqualTo(1);
        assertThat(only(plan.uid()).runs()).isTrue();
        assertThat(runtime.start(container(plan, pod, 1, List.of(), "{}", "sleep", "1000")))
                .isEqualTo(second);
        ExecResult said = runtime.execute(second, List.of("sh", "-c", "id -G; exit 5"), Duration.ofSeconds(60));
        assertThat(said.code()).isEqualTo(5);
        assertThat(said.output()).contains("1234");
        assertThat(runtime.open(new ExecRequest(second, List.of("sh"), false, true, true, false)))
                .isInstanceOfSatisfying(
                        ExecSession.StreamingUrl.class,
                        url -> assertThat(url.url()).hasScheme("http"));
        heard.clear();
        runtime.stop(second, Duration.ofSeconds(1));
        assertThat(only(plan.uid()).state()).isInstanceOf(RuntimeContainer.State.Exited.class);
        await().atMost(SOON).until(() -> heard.contains(plan.uid()));
        runtime.remove(id);
        runtime.remove(id); // gone already
        runtime.removePod(pod);
        assertThat(runtime.pods()).noneMatch(one -> one.uid().equals(plan.uid()));
        runtime.removePod(pod);
    }

    @Test
    void aPodMayHaveANetworkOfItsOwn() throws Exception {
        PodSandboxSpec plan = pod("own", "{}");
        RuntimePod pod = runtime.prepare(plan);
        assertThat(pod.ip()).startsWith("10.251.78.");
        String id = runtime.start(container(plan, pod, 0, List.of(), "{}", "sleep", "1000"));
        assertThat(runtime.execute(id, List.of("hostname"), Duration.ofSeconds(60))
                        .output())
                .isEqualTo("own\n");
        runtime.removePod(pod);
    }

    @Test
    void anImageIsHadOrNotByItsPolicy() throws Exception {
        RecordedPulls pulls = new RecordedPulls();
        assertThat(runtime.pull(RealContainerd.IMAGE, "IfNotPresent", pulls)).startsWith("sha256:");
        assertThatThrownBy(() -> runtime.pull("localhost/nothing:1", "Never", pulls))
                .isInstanceOfSatisfying(
                        ImagePullException.class,
                        trouble -> assertThat(trouble.reason()).isEqualTo("ErrImageNeverPull"))
                .hasMessage("Container image \"localhost/nothing:1\" is not present with pull policy of Never");
        assertThatThrownBy(() -> runtime.pull("Not An Image", "Never", pulls))
                .isInstanceOfSatisfying(
                        ImagePullException.class,
                        trouble -> assertThat(trouble.reason()).isEqualTo("InvalidImageName"));
        assertThatThrownBy(() -> runtime.pull("127.0.0.1:1/nothing:1", "IfNotPresent", pulls))
                .isInstanceOfSatisfying(
                        ImagePullException.class,
                        trouble -> assertThat(trouble.reason()).isEqualTo("ErrImagePull"));
        assertThat(pulls.recorded()).containsExactly("already present", "started");
    }

    @Test
    void whatShallNotBeRootIsNotStartedAsRoot() throws Exception {
        PodSandboxSpec plan = pod("rootless", "{'hostNetwork':true,'securityContext':{'runAsNonRoot':true}}");
        RuntimePod pod = runtime.prepare(plan);
        assertThatThrownBy(() -> runtime.start(container(plan, pod, 0, List.of(), "{}", "true")))
                .hasMessageStartingWith("container has runAsNonRoot and image will run as root");
        ContainerStartSpec other =
                container(plan, pod, 0, List.of(), "{'securityContext':{'runAsUser':1000}}", "sleep", "1000");
        String id = runtime.start(other);
        assertThat(runtime.execute(id, List.of("id", "-u"), Duration.ofSeconds(60))
                        .output())
                .isEqualTo("1000\n");
        runtime.removePod(pod);
    }

    @Test
    void aContainerThatCannotBeCreatedIsNotAFailedStart() throws Exception {
        PodSandboxSpec plan = pod("imageless", "{'hostNetwork':true}");
        RuntimePod pod = runtime.prepare(plan);
        var imageless = new ContainerStartSpec(
                plan,
                pod,
                "main",
                0,
                RealContainerd.IMAGE,
                "sha256:" + "0".repeat(64),
                List.of("true"),
                List.of(),
                Map.of(),
                "",
                List.of(),
                List.of(),
                List.of(),
                plan.logs().resolve("main/0.log"),
                json("{}"));
        assertThatThrownBy(() -> runtime.start(imageless)).isInstanceOf(ContainerCreateException.class);
        runtime.removePod(pod);
    }

    @Test
    void aCommandThatDoesNotExistLeavesNoContainerBehind() throws Exception {
        PodSandboxSpec plan = pod("wrong", "{'hostNetwork':true}");
        RuntimePod pod = runtime.prepare(plan);
        assertThatThrownBy(() -> runtime.start(container(plan, pod, 0, List.of(), "{}", "/no/such")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/no/such");
        assertThat(runtime.pods().stream().filter(one -> one.uid().equals(plan.uid())))
                .singleElement()
                .satisfies(one -> assertThat(one.containers()).isEmpty());
        runtime.removePod(pod);
    }
}

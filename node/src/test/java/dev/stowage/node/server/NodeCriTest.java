package dev.stowage.node.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.node.pod.NodePod;
import dev.stowage.node.pod.PodLister;
import dev.stowage.node.runtime.ContainerStartSpec;
import dev.stowage.node.runtime.PodSandboxSpec;
import dev.stowage.node.runtime.RuntimeContainer;
import dev.stowage.node.runtime.RuntimePod;
import dev.stowage.node.runtime.cri.CriRuntime;
import dev.stowage.node.runtime.cri.RealContainerd;
import dev.stowage.node.testing.RecordedPulls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The node server in front of a real containerd, and the API server in front of both.
final class NodeCriTest {
    private static final String POD = "/api/v1/namespaces/default/pods/p/";

    @TempDir
    private static Path folder;

    private static final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private static CriRuntime runtime;
    private static NodeServerFixture fixture;
    private static HttpClient client;
    private static NodePod pod;

    @BeforeAll
    static void open() throws Exception {
        RealContainerd.assumePossible();
        RealContainerd containerd = RealContainerd.start();
        opened.push(containerd);
        runtime = new CriRuntime(containerd.socket());
        opened.push(runtime);
        fixture = new NodeServerFixture(folder, runtime, podLister());
        opened.push(fixture);
        client = fixture.administrator();
        pod = fixture.pod("p");
        PodSandboxSpec plan = new PodSandboxSpec(
                pod.uid(),
                "default",
                "p",
                "p",
                containerd.folder().resolve("logs"),
                Map.of(),
                Map.of(),
                NodeServerFixture.json("{'hostNetwork':true}"));
        // It listens before it can respond.
        await().ignoreExceptions().until(() -> runtime.version().startsWith("containerd://"));
        RuntimePod ready = runtime.prepare(plan);
        var _ = runtime.start(new ContainerStartSpec(
                plan,
                ready,
                "main",
                0,
                RealContainerd.IMAGE,
                runtime.pull(RealContainerd.IMAGE, "Never", new RecordedPulls()),
                List.of("sh", "-c", "echo begun; cat; echo ended; sleep 1000"),
                List.of(),
                Map.of(),
                "",
                List.of(),
                List.of(),
                List.of(),
                plan.logs().resolve("main/0.log"),
                NodeServerFixture.json("{'stdin':true}")));
    }

    @AfterAll
    static void close() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
    }

    private static PodLister podLister() {
        return new PodLister() {
            @Override
            public Collection<NodePod> pods() {
                return List.of(pod);
            }

            @Override
            public Optional<NodePod> pod(String namespace, String name) {
                return Optional.of(pod);
            }

            @Override
            public Optional<RuntimeContainer> container(String uid, String container, boolean previous) {
                try {
                    return runtime.pods().stream()
                            .flatMap(one -> one.containers().stream())
                            .findFirst();
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }

    @Test
    void aUserOfTheNewerProtocolIsServedByTheOlder() throws Exception {
        ChannelClient user = ChannelClient.open(
                client,
                fixture.throughApi(
                        POD + "exec?command=sh&command=-c&command=echo%20hello;exit%206&stdout=true&stderr=true"),
                "v5.channel.k8s.io");
        assertThat(user.protocol()).isEqualTo("v5.channel.k8s.io");
        user.awaitGoodbye();
        assertThat(user.said(1)).isEqualTo("hello\n");
        assertThat(user.said(3)).contains("\"reason\":\"NonZeroExitCode\"", "\"message\":\"6\"");
    }

    @Test
    void inputReachesTheCommand() throws Exception {
        ChannelClient user = ChannelClient.open(
                client,
                fixture.throughApi(POD + "exec?command=sh&stdin=true&stdout=true&stderr=true"),
                "v4.channel.k8s.io");
        user.send(0, "echo $((20+3)); exit\n");
        user.awaitGoodbye();
        assertThat(user.said(1)).isEqualTo("23\n");
        assertThat(user.said(3)).contains("\"status\":\"Success\"");
    }

    @Test
    void theContainerItselfCanBeSpokenToAndItsLogRead() throws Exception {
        ChannelClient user = ChannelClient.open(
                client, fixture.throughApi(POD + "attach?stdin=true&stdout=true"), "v4.channel.k8s.io");
        user.send(0, "word\n");
        await().until(() -> user.said(1).contains("word\n"));
        user.leave();
        await().untilAsserted(() -> assertThat(NodeServerFixture.get(client, fixture.throughApi(POD + "log"))
                        .body())
                .isEqualTo("begun\nword\n"));
    }

    /// The pod has the network of the machine.
    @Test
    void portsAreForwardedByTheRuntime() throws Exception {
        try (ServerSocket port = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                SpdyClient user = SpdyClient.upgrade(
                        client.sslContext().getSocketFactory().createSocket("127.0.0.1", fixture.server.port()),
                        POD + "portforward",
                        "portforward.k8s.io")) {
            String number = String.valueOf(port.getLocalPort());
            user.stream("streamtype", "error", "port", number, "requestid", "0");
            int data = user.stream("streamtype", "data", "port", number, "requestid", "0");
            user.send(data, "hello", false);
            try (Socket connection = port.accept()) {
                assertThat(connection.getInputStream().readNBytes(5)).asString().isEqualTo("hello");
                connection.getOutputStream().write("world".getBytes(StandardCharsets.US_ASCII));
            }
            assertThat(user.awaitEnd(data)).isEqualTo("world");
        }
    }
}

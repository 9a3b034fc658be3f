package dev.stowage.node.podworker.startspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.kube.model.Kinds;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import dev.stowage.node.runtime.ContainerDevice;
import dev.stowage.node.runtime.ContainerMount;
import dev.stowage.node.runtime.ContainerMount.Propagation;
import dev.stowage.node.runtime.ContainerStartSpec;
import dev.stowage.node.runtime.RuntimePod;
import dev.stowage.node.subpath.SubPaths;
import dev.stowage.node.testing.ApiServerFixture;
import dev.stowage.node.testing.MountFixture;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class StartSpecBuilderTest {
    @RegisterExtension
    final MountFixture folder = new MountFixture();

    private ApiServerFixture apiServer;
    private StartSpecBuilder startSpecBuilder;

    @BeforeEach
    void begin() throws IOException, InterruptedException {
        apiServer = new ApiServerFixture(folder.path());
        apiServer.create(Kinds.CONFIG_MAPS, "default", """
                {"metadata": {"name": "m"}, "data": {"k": "from map", "l": "other"}}""");
        apiServer.create(Kinds.SECRETS, "default", """
                {"metadata": {"name": "s"}, "data": {"k": "c2VjcmV0"}}""");
        startSpecBuilder = new StartSpecBuilder(
                apiServer.shared(folder.kubelet()), new Parts(), new TerminationMessage(folder.kubelet()), "192.0.2.7");
    }

    @AfterEach
    void end() throws IOException {
        apiServer.close();
    }

    private record Parts() implements SubPaths {
        @Override
        public Path prepare(NodePod pod, String container, int mount, HostVolume volume, String subPath) {
            return Path.of("/part", container, String.valueOf(mount), subPath);
        }

        @Override
        public void release(String podUid) {}
    }

    /// @param container what its container has beside name and image, as JSON
    private ContainerStartSpec plan(String container, String ip) throws IOException, InterruptedException {
        return plan(container, ip, Path.of("/dev/d"));
    }

    private ContainerStartSpec plan(String container, String ip, Path device) throws IOException, InterruptedException {
        NodePod pod = apiServer.create(NodePod.KIND, "default", """
                {"metadata": {"generateName": "p-", "labels": {"app": "web"}},
                 "spec": {"nodeName": "n1", "automountServiceAccountToken": false, "securityContext": {"fsGroup": 7, "supplementalGroups": [5, 7]},
                          "volumes": [{"name": "v", "emptyDir": {}}, {"name": "w", "emptyDir": {}},
                                      {"name": "i", "image": {"reference": "example.com/files:1"}},
                                      {"name": "d", "persistentVolumeClaim": {"claimName": "d"}}],
                          "containers": [{"name": "c", "image": "i" %s}]}}""".formatted(container));
        var place = new RuntimePod(pod.uid(), "default", pod.meta().name(), "box", true, ip, List.of());
        Map<String, HostVolume> volumes = Map.of(
                "v", new HostVolume("v", Path.of("/v"), false, false),
                "w", new HostVolume("w", Path.of("/w"), true, false),
                "i", HostVolume.ofImage("i").pulled("sha256:0a"),
                "d", new HostVolume("d", device, false, true));
        return startSpecBuilder.container(pod, pod.containers().getFirst(), 2, place, "image id", volumes);
    }

    @Test
    void theEnvironmentIsLookedUp() throws Exception {
        ContainerStartSpec plan = plan("""
                , "command": ["run", "$(K)"], "args": ["$(NO)", "$$(K)"],
                "envFrom": [{"prefix": "M_", "configMapRef": {"name": "m"}},
                            {"configMapRef": {"name": "none", "optional": true}}],
                "env": [{"name": "K", "valueFrom": {"configMapKeyRef": {"name": "m", "key": "k"}}},
                        {"name": "S", "valueFrom": {"secretKeyRef": {"name": "s", "key": "k"}}},
                        {"name": "O", "valueFrom": {"secretKeyRef": {"name": "s", "key": "no", "optional": true}}},
                        {"name": "N", "valueFrom": {"fieldRef": {"fieldPath": "metadata.labels['app']"}}},
                        {"name": "IP", "valueFrom": {"fieldRef": {"fieldPath": "status.podIP"}}},
                        {"name": "X", "value": "$(M_k) $(S)"},
                        {"name": "M_l", "value": "mine"}]""", "");

        assertThat(plan.environment())
                .containsEntry("M_k", "from map")
                .containsEntry("K", "from map")
                .containsEntry("S", "secret")
                .containsEntry("N", "web")
                .containsEntry("IP", "192.0.2.7")
                .containsEntry("X", "from map secret")
                .containsEntry("M_l", "mine")
                .doesNotContainKey("O");
        assertThat(plan.command()).containsExactly("run", "from map");
        assertThat(plan.args()).containsExactly("$(NO)", "$(K)");
    }

    @Test
    void podInTheNetworkOfTheMachineGetsTheAddressThatThisNodeUses() throws Exception {
        URI server = apiServer.shared(folder.kubelet()).api().server().orElseThrow();
        String port = Integer.toString(server.getPort());
        assertThat(plan("", "").environment())
                .containsEntry("KUBERNETES_SERVICE_HOST", "127.0.0.1")
                .containsEntry("KUBERNETES_SERVICE_PORT", port)
                .containsEntry("KUBERNETES_SERVICE_PORT_HTTPS", port)
                .containsEntry("KUBERNETES_PORT", "tcp://127.0.0.1:" + port)
                .containsEntry("KUBERNETES_PORT_" + port + "_TCP", "tcp://127.0.0.1:" + port)
                .containsEntry("KUBERNETES_PORT_" + port + "_TCP_PROTO", "tcp")
                .containsEntry("KUBERNETES_PORT_" + port + "_TCP_PORT", port)
                .containsEntry("KUBERNETES_PORT_" + port + "_TCP_ADDR", "127.0.0.1");
    }

    @Test
    void podWithItsOwnAddressGetsThatOfTheService() throws Exception {
        assertThat(plan("", "10.0.0.5").environment())
                .containsEntry("KUBERNETES_SERVICE_HOST", "10.96.0.1")
                .containsEntry("KUBERNETES_SERVICE_PORT", "443")
                .containsEntry("KUBERNETES_PORT_443_TCP_ADDR", "10.96.0.1");
    }

    @Test
    void addressOfTheServerMayBeAName() {
        assertThat(ServiceVariables.of(URI.create("https://api.example.com")))
                .containsEntry("KUBERNETES_SERVICE_HOST", "api.example.com")
                .containsEntry("KUBERNETES_SERVICE_PORT", "443");
        assertThat(ServiceVariables.of(URI.create("https://[fd00::1]:6443")))
                .containsEntry("KUBERNETES_SERVICE_HOST", "fd00::1")
                .containsEntry("KUBERNETES_PORT", "tcp://[fd00::1]:6443");
    }

    @Test
    void theFilesOfAnImageAreNamedForTheRuntime() throws Exception {
        ContainerStartSpec plan = plan("""
                , "volumeMounts": [{"name": "i", "mountPath": "/files", "subPath": "etc"}]""", "");

        assertThat(plan.mounts().getFirst())
                .isEqualTo(ContainerMount.ofImage(
                        new ContainerMount.ImageSource("sha256:0a", "example.com/files:1", "etc"), "/files"));
    }

    @Test
    void volumesAreMountedWholeOrInPart() throws Exception {
        ContainerStartSpec plan = plan("""
                , "env": [{"name": "P", "value": "x"}],
                "volumeMounts": [{"name": "v", "mountPath": "/a", "mountPropagation": "HostToContainer"},
                                 {"name": "w", "mountPath": "/b"},
                                 {"name": "v", "mountPath": "/e", "subPath": "q", "readOnly": true},
                                 {"name": "v", "mountPath": "/f", "subPathExpr": "$(P)/y"}],
                "volumeDevices": [{"name": "d", "devicePath": "/dev/xvda"}]""", "");

        assertThat(plan.mounts())
                .startsWith(
                        new ContainerMount(Path.of("/v"), "/a", false, Propagation.HOST_TO_CONTAINER),
                        new ContainerMount(Path.of("/w"), "/b", true, Propagation.NONE),
                        new ContainerMount(Path.of("/part/c/2/q"), "/e", true, Propagation.NONE),
                        new ContainerMount(Path.of("/part/c/3/x/y"), "/f", false, Propagation.NONE))
                .hasSize(5);
        assertThat(plan.mounts().getLast().target()).isEqualTo("/dev/termination-log");
        assertThat(plan.devices()).containsExactly(new ContainerDevice(Path.of("/dev/d"), "/dev/xvda", false));
        assertThat(plan.groups()).containsExactly(5L, 7L);
        assertThat(plan.log().toString()).endsWith("/c/2.log");
    }

    @Test
    void aDeviceThatIsOnlyAFileIsRefused() throws Exception {
        Path file = folder.file("left by an unmount", "");
        assertThatThrownBy(() -> plan("""
                , "volumeDevices": [{"name": "d", "devicePath": "/dev/xvda"}]""", "", file))
                .isInstanceOf(IOException.class)
                .hasMessage("volume \"d\" is not mapped: " + file + " does not lead to a block device");
    }

    @Test
    void aPodWithAnAddressHasNamesOfItsOwn() throws Exception {
        ContainerMount hosts = plan("", "10.1.2.3").mounts().getLast();

        assertThat(hosts.target()).isEqualTo("/etc/hosts");
        assertThat(Files.readString(hosts.source())).contains("127.0.0.1\tlocalhost", "10.1.2.3\tp-");
    }

    @Test
    void whatIsMissingIsNamed() {
        assertThatThrownBy(() -> plan("""
                , "env": [{"name": "S", "valueFrom": {"secretKeyRef": {"name": "s", "key": "no"}}}]""", ""))
                .isInstanceOf(ContainerConfigException.class)
                .hasMessage("couldn't find key no in Secret default/s");
        assertThatThrownBy(() -> plan("""
                , "volumeMounts": [{"name": "v", "mountPath": "/f", "subPathExpr": "$(NO)"}]""", ""))
                .isInstanceOf(ContainerConfigException.class)
                .hasMessage("missing value for \"NO\"");
    }
}

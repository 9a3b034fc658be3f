package dev.stowage.node.builtinvolume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Kinds;
import dev.stowage.linux.Stat;
import dev.stowage.linux.file.FilePermissions;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import dev.stowage.node.testing.ApiServerFixture;
import dev.stowage.node.testing.MountFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class BuiltInVolumePluginsTest {
    private static final int GROUP = 4711;

    @TempDir
    static Path api = Path.of("");

    private static ApiServerFixture server;

    @RegisterExtension
    final MountFixture mountFixture = new MountFixture();

    private BuiltInVolumePlugins volumes;

    @BeforeAll
    static void start() throws Exception {
        server = new ApiServerFixture(api);
        server.create(Kinds.CONFIG_MAPS, "default", """
                {"metadata": {"name": "kube-root-ca.crt"}, "data": {"ca.crt": "-----BEGIN"}}""");
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @BeforeEach
    void needRoot() {
        MountFixture.assumeRoot();
        volumes = new BuiltInVolumePlugins(server.shared(mountFixture.kubelet()));
    }

    @Test
    void aConfigMapIsShownAsFilesAndFollowsItsChanges() throws Exception {
        server.create(Kinds.CONFIG_MAPS, "default", """
                {"metadata": {"name": "conf"}, "data": {"a": "1", "b": "2"}, "binaryData": {"c": "AAEC"}}""");
        NodePod pod = pod("conf-user", "{\"configMap\": {\"name\": \"conf\"}}");

        HostVolume made = volumes.setUp(pod, volume(pod));

        assertThat(made.readOnly()).isTrue();
        assertThat(made.path()).isEqualTo(mountFixture.kubelet().volume(pod.uid(), "kubernetes.io~configmap", "v"));
        assertThat(made.path().resolve("a")).hasContent("1");
        assertThat(made.path().resolve("c")).hasBinaryContent(new byte[] {0, 1, 2});
        assertThat(Stat.of(made.path().resolve("..data/a").toRealPath()).permissions())
                .isEqualTo(0644);

        server.change(Kinds.CONFIG_MAPS, "default", "conf", "{\"data\": {\"a\": \"new\", \"b\": null}}");
        volumes.setUp(pod, volume(pod));

        assertThat(made.path().resolve("a")).hasContent("new");
        assertThat(made.path().resolve("b")).doesNotExist();
        assertGoneAfterTearDown(pod, "kubernetes.io~configmap");
    }

    @Test
    void aSecretStaysInMemoryAndItemsHaveTheirPathsAndModes() throws Exception {
        server.create(Kinds.SECRETS, "default", """
                {"metadata": {"name": "key"}, "data": {"id": "c2VjcmV0", "other": "eA=="}}""");
        NodePod pod = pod("key-user", """
                {"secret": {"secretName": "key", "defaultMode": 256,
                            "items": [{"key": "id", "path": "ssh/id"},
                                      {"key": "other", "path": "o", "mode": 420}]}}""");

        HostVolume made = volumes.setUp(pod, volume(pod));

        assertThat(Mounts.system().at(made.path()).map(MountPoint::fsType)).contains("tmpfs");
        assertThat(made.path().resolve("ssh/id")).hasContent("secret");
        assertThat(Stat.of(made.path().resolve("ssh/id").toRealPath()).permissions())
                .isEqualTo(0400);
        assertThat(Stat.of(made.path().resolve("o").toRealPath()).permissions()).isEqualTo(0644);
        volumes.setUp(pod, volume(pod));
        assertThat(Mounts.system().stackedAt(made.path())).hasSize(1);
        assertGoneAfterTearDown(pod, "kubernetes.io~secret");
    }

    @Test
    void everyPodsAccessToTheServerIsThere() throws Exception {
        NodePod pod = server.pod("plain", "[]");
        BuiltInVolume volume = BuiltInVolume.inline(pod.volumes().getFirst());

        HostVolume made = volumes.setUp(pod, volume);

        assertThat(made.name()).startsWith("kube-api-access-");
        assertThat(made.path().resolve("ca.crt")).hasContent("-----BEGIN");
        assertThat(made.path().resolve("namespace")).hasContent("default");
        assertThat(Files.readString(made.path().resolve("token"))).matches("[^.]+\\.[^.]+\\.[^.]+");
        Path before = Files.readSymbolicLink(made.path().resolve("..data"));
        volumes.setUp(pod, volume);
        assertThat(Files.readSymbolicLink(made.path().resolve("..data"))).isEqualTo(before);
        volumes.tearDown(pod.uid(), "kubernetes.io~projected", made.name());
        assertThat(made.path()).doesNotExist();
    }

    @Test
    void aTokenIsForTheUserAndTheGroupOfThePodAlone() throws Exception {
        NodePod pod = server.create(NodePod.KIND, "default", """
                {"metadata": {"name": "private"},
                 "spec": {"nodeName": "n1", "containers": [{"name": "main", "image": "none"}],
                          "securityContext": {"runAsUser": 1234, "fsGroup": %d}}}""".formatted(GROUP));

        HostVolume made = volumes.setUp(pod, BuiltInVolume.inline(pod.volumes().getFirst()));

        Stat token = Stat.of(made.path().resolve("token").toRealPath());
        assertThat(token.uid()).isEqualTo(1234);
        assertThat(token.gid()).isEqualTo(GROUP);
        assertThat(token.permissions()).isEqualTo(0640);
    }

    @Test
    void thePodItselfIsShown() throws Exception {
        NodePod pod = pod("shown", """
                {"downwardAPI": {"items": [
                   {"path": "labels", "fieldRef": {"fieldPath": "metadata.labels"}},
                   {"path": "cpu", "resourceFieldRef": {"containerName": "main", "resource": "requests.cpu"}}]}}""");

        HostVolume made = volumes.setUp(pod, volume(pod));

        assertThat(made.path().resolve("labels")).hasContent("app=\"web\"");
        assertThat(made.path().resolve("cpu")).hasContent("0");
    }

    @Test
    void whatIsMissingIsNamedUnlessItIsOptional() throws Exception {
        NodePod pod = pod("missing", "{\"emptyDir\": {}}");

        assertThatThrownBy(() -> volumes.setUp(pod, json("{\"name\": \"v\", \"configMap\": {\"name\": \"none\"}}")))
                .isInstanceOf(IOException.class)
                .hasMessage("configmap \"none\" not found");
        assertThatThrownBy(() -> volumes.setUp(pod, json("{\"name\": \"v\", \"secret\": {\"secretName\": \"none\"}}")))
                .hasMessage("secret \"none\" not found");
        assertThatThrownBy(() -> volumes.setUp(
                        pod,
                        json("{\"name\": \"v\", \"configMap\": {\"name\": \"kube-root-ca.crt\","
                                + " \"items\": [{\"key\": \"none\", \"path\": \"x\"}]}}")))
                .hasMessage("configmap references non-existent config key: none");
        assertThatThrownBy(() -> volumes.setUp(
                        pod,
                        json("{\"name\": \"v\", \"projected\": {\"sources\":"
                                + " [{\"clusterTrustBundle\": {\"name\": \"x\", \"path\": \"y\"}}]}}")))
                .hasMessageContaining("clusterTrustBundle");
        HostVolume made =
                volumes.setUp(pod, json("{\"name\": \"v\", \"configMap\": {\"name\": \"none\", \"optional\": true}}"));
        assertThat(made.path()).isDirectory();
    }

    @Test
    void anEmptyFolderIsEverybodysAndKeepsWhatIsInIt() throws Exception {
        NodePod pod = pod("scratch", "{\"emptyDir\": {}}");

        HostVolume made = volumes.setUp(pod, volume(pod));
        Files.writeString(made.path().resolve("mine"), "x");
        FilePermissions.chmod(made.path(), 0700);
        volumes.setUp(pod, volume(pod));

        assertThat(made.readOnly()).isFalse();
        assertThat(made.path().resolve("mine")).hasContent("x");
        assertThat(Stat.of(made.path()).permissions()).isEqualTo(0700);
        assertGoneAfterTearDown(pod, "kubernetes.io~empty-dir");
    }

    @Test
    void anEmptyFolderInMemoryHasItsSize() throws Exception {
        NodePod pod = pod("memory", "{\"emptyDir\": {\"medium\": \"Memory\", \"sizeLimit\": \"64Ki\"}}");

        HostVolume made = volumes.setUp(pod, volume(pod));

        MountPoint mount = Mounts.system().at(made.path()).orElseThrow();
        assertThat(mount.fsType()).isEqualTo("tmpfs");
        assertThat(mount.superOptions()).contains("size=64k");
        assertGoneAfterTearDown(pod, "kubernetes.io~empty-dir");
    }

    @Test
    void whatIsMountedInAFolderIsNotRemovedWithIt() throws Exception {
        NodePod pod = pod("nested", "{\"emptyDir\": {}}");
        Path path = volumes.setUp(pod, volume(pod)).path();
        Path inner = Files.createDirectory(path.resolve("inner"));
        Mounts.system().mount("inner", inner, "tmpfs", Set.of(), "");
        Files.writeString(inner.resolve("precious"), "x");

        assertThatThrownBy(() -> volumes.tearDown(pod.uid(), "kubernetes.io~empty-dir", "v"))
                .isInstanceOf(IOException.class);

        assertThat(inner.resolve("precious")).hasContent("x");
    }

    @Test
    void placesForOtherVolumesAreMade() throws Exception {
        NodePod pod = server.create(NodePod.KIND, "default", """
                {"metadata": {"name": "inner"},
                 "spec": {"nodeName": "n1", "automountServiceAccountToken": false,
                          "containers": [{"name": "main", "image": "none", "volumeMounts": [
                             {"name": "v", "mountPath": "/etc/x"}, {"name": "e", "mountPath": "/etc/x/y/z"}]}],
                          "volumes": [{"name": "v", "configMap": {"name": "kube-root-ca.crt"}},
                                      {"name": "e", "emptyDir": {}}]}}""");

        HostVolume made = volumes.setUp(pod, volume(pod));

        assertThat(made.path().resolve("y/z")).isDirectory();
    }

    private NodePod pod(String name, String source) throws Exception {
        return server.pod(name, "[{\"name\": \"v\", " + source.substring(1) + "]");
    }

    private static BuiltInVolume volume(NodePod pod) {
        return BuiltInVolume.inline(pod.volume("v").orElseThrow());
    }

    private static BuiltInVolume json(String text) throws IOException {
        return BuiltInVolume.inline(Json.read(text.getBytes(StandardCharsets.UTF_8)));
    }

    private void assertGoneAfterTearDown(NodePod pod, String plugin) throws IOException {
        assertThat(volumes.owns(plugin)).isTrue();
        volumes.tearDown(pod.uid(), plugin, "v");
        volumes.tearDown(pod.uid(), plugin, "v");
        try (var left = Files.walk(mountFixture.kubelet().pod(pod.uid()))) {
            assertThat(left.map(path -> path.getFileName().toString())).containsExactly(pod.uid(), "volumes");
        }
    }
}

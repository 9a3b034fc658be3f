package dev.stowage.cli.rbac;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.apiserver.EmbeddedApi;
import dev.stowage.apiserver.EmbeddedApiOptions;
import dev.stowage.apiserver.KubeconfigWriter;
import dev.stowage.apiserver.accesscontrol.AccessObserver;
import dev.stowage.kube.client.ClusterAccess;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.RequestLimiter;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.RunningComponent;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PartialObjectMetadata;
import dev.stowage.node.NodeProgram;
import dev.stowage.x509.CertificateProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `stowage node` with the identity of a node. It has the rights of a kubelet; in addition it lists claims, volumes and
/// attachments, for which `docs/node.md` adds a role.
final class NodeIdentityTest {
    private static final String USER = "system:node:n1";
    private static final Kind<PartialObjectMetadata> CONFIG_MAPS =
            new Kind<>("", "v1", "configmaps", "ConfigMap", true, PartialObjectMetadata::read);

    private final Set<String> refused = new ConcurrentSkipListSet<>();
    private final Set<String> allowed = new ConcurrentSkipListSet<>();

    @TempDir
    private Path folder;

    @BeforeEach
    void requireRoot() {
        assumeTrue("root".equals(System.getProperty("user.name")), "volumes are mounted, which needs root");
    }

    private AccessObserver observer() {
        return (user, attributes, isAllowed) -> {
            if (user.name().equals(USER)) {
                (isAllowed ? allowed : refused).add(attributes.verb() + " " + attributes.qualified());
            }
        };
    }

    @Test
    void aNodeRunsItsPodsWithTheRightsOfANode() throws Exception {
        try (EmbeddedApi api = EmbeddedApi.start(EmbeddedApiOptions.in(folder.resolve("api")), observer())) {
            api.writeKubeconfig(folder.resolve("admin.conf"));
            Path kubeconfig = nodeKubeconfig(api);
            try (KubeClient admin = new KubeClient(
                            ClusterAccess.of(folder.resolve("admin.conf").toString(), ""),
                            RequestLimiter.adaptive(),
                            "test");
                    RunningComponent _ = node(admin, kubeconfig)) {
                pod(admin);
                await().until(() -> admin.get(Kinds.PODS, "default", "p")
                        .at("/status/phase")
                        .asText()
                        .equals("Succeeded"));
                assertThat(admin.get(Kinds.NODES, "", "n1")
                                .at("/metadata/labels")
                                .toString())
                        .contains("kubernetes.io/hostname");
                admin.delete(Kinds.PODS.read(admin.get(Kinds.PODS, "default", "p")), Kinds.PODS);
                await().until(() -> admin.find(Kinds.PODS, "default", "p").isEmpty());
            }
        }
        assertThat(refused).isEmpty();
        assertThat(allowed)
                .contains("get secrets", "get configmaps", "create serviceaccounts/token", "patch pods/status");
        assertThat(allowed).doesNotContain("list secrets", "list configmaps", "watch secrets", "watch configmaps");
    }

    private Path nodeKubeconfig(EmbeddedApi api) throws IOException, GeneralSecurityException {
        Path kubeconfig = folder.resolve("node.conf");
        KubeconfigWriter.write(
                kubeconfig,
                api.address(),
                api.pkiDirectory().authority(),
                api.pkiDirectory().sign(CertificateProfile.client(USER, "system:nodes")));
        return kubeconfig;
    }

    private RunningComponent node(KubeClient admin, Path kubeconfig) throws IOException, InterruptedException {
        admin.create(rbac("clusterroles", "ClusterRole"), "", RbacFixture.json("""
                        {'metadata': {'name': 'stowage-node'}, 'rules': [
                         {'verbs': ['list', 'watch'], 'apiGroups': [''],
                          'resources': ['persistentvolumeclaims', 'persistentvolumes']},
                         {'verbs': ['list', 'watch'], 'apiGroups': ['storage.k8s.io'],
                          'resources': ['volumeattachments']}]}"""));
        admin.create(rbac("clusterrolebindings", "ClusterRoleBinding"), "", RbacFixture.json("""
                        {'metadata': {'name': 'stowage-node'},
                         'roleRef': {'apiGroup': 'rbac.authorization.k8s.io', 'kind': 'ClusterRole',
                          'name': 'stowage-node'},
                         'subjects': [{'apiGroup': 'rbac.authorization.k8s.io', 'kind': 'Group',
                          'name': 'system:nodes'}]}"""));
        return NodeProgram.open(
                List.of(
                        "--kubeconfig=" + kubeconfig,
                        "--node-name=n1",
                        "--root-dir=" + Files.createDirectory(folder.resolve("node")),
                        "--runtime=process",
                        "--port=0"),
                Environment.ofProcess("test", (_, _) -> {}),
                why -> {
                    throw new IllegalStateException(why);
                });
    }

    private static Kind<PartialObjectMetadata> rbac(String plural, String kind) {
        return new Kind<>("rbac.authorization.k8s.io", "v1", plural, kind, false, PartialObjectMetadata::read);
    }

    private static void pod(KubeClient admin) throws IOException, InterruptedException {
        admin.create(Kinds.SERVICE_ACCOUNTS, "default", RbacFixture.json("{'metadata': {'name': 'default'}}"));
        admin.create(
                CONFIG_MAPS,
                "default",
                RbacFixture.json("{'metadata': {'name': 'kube-root-ca.crt'}, 'data': {'ca.crt': 'x'}}"));
        admin.create(CONFIG_MAPS, "default", RbacFixture.json("{'metadata': {'name': 'c'}, 'data': {'A': 'B'}}"));
        String secret = "{'metadata': {'name': 's'}, 'stringData': {'k': 'v'}}";
        admin.create(Kinds.SECRETS, "default", RbacFixture.json(secret));
        admin.create(Kinds.PODS, "default", RbacFixture.json("""
                {'metadata': {'name': 'p'}, 'spec': {'nodeName': 'n1', 'restartPolicy': 'Never',
                 'containers': [{'name': 'main', 'image': 'none', 'command': ['true'],
                  'envFrom': [{'configMapRef': {'name': 'c'}}],
                  'volumeMounts': [{'name': 's', 'mountPath': '/s'}]}],
                 'volumes': [{'name': 's', 'secret': {'secretName': 's'}}]}}"""));
    }
}

package dev.stowage.apiserver.authorization.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.apiserver.accesscontrol.ClusterFixture;
import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import dev.stowage.apiserver.authorization.AuthorizationDecision;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Node `n` runs pod `a/p`; node `m` runs pod `a/q`.
final class NodeAuthorizerTest {
    private static final String UNRELATED = "no relationship found between node 'n' and this object";

    @TempDir
    private static Path folder;

    private static ClusterFixture cluster;

    @BeforeAll
    static void open() throws Exception {
        cluster = new ClusterFixture(folder);
        pod("p", "n", "mine");
        pod("q", "m", "yours");
        volume("mine");
        volume("yours");
        for (String node : List.of("n", "m")) {
            cluster.put("{'kind':'VolumeAttachment','metadata':{'name':'to-" + node + "'},'spec':{'nodeName':'" + node
                    + "'}}");
            cluster.put("{'kind':'ResourceSlice','metadata':{'name':'of-" + node + "'},'spec':{'nodeName':'" + node
                    + "'}}");
        }
    }

    private static void pod(String name, String node, String whose) throws Exception {
        cluster.put("""
                {'kind':'Pod','metadata':{'name':'%1$s','namespace':'a'},
                 'spec':{'nodeName':'%2$s','serviceAccountName':'%3$s',
                 'imagePullSecrets':[{'name':'pull-%3$s'}],
                 'initContainers':[{'name':'i','envFrom':[{'secretRef':{'name':'init-%3$s'}}]}],
                 'ephemeralContainers':[{'name':'e','env':[{'name':'E',
                  'valueFrom':{'secretKeyRef':{'name':'debug-%3$s'}}}]}],
                 'containers':[{'name':'c','env':[{'name':'X','valueFrom':{'configMapKeyRef':{'name':'env-%3$s'}}}]}],
                 'volumes':[{'name':'s','secret':{'secretName':'mounted-%3$s'}},
                  {'name':'j','projected':{'sources':[{'configMap':{'name':'projected-%3$s'}},
                   {'secret':{'name':'projected-%3$s'}}]}},
                  {'name':'i','csi':{'driver':'d','nodePublishSecretRef':{'name':'inline-%3$s'}}},
                  {'name':'v','persistentVolumeClaim':{'claimName':'claim-%3$s'}},
                  {'name':'t','ephemeral':{'volumeClaimTemplate':{}}}],
                 'resourceClaims':[{'name':'r','resourceClaimTemplateName':'x'}]},
                 'status':{'resourceClaimStatuses':[{'name':'r','resourceClaimName':'device-%3$s'}]}}""".formatted(name, node, whose));
    }

    private static void volume(String whose) throws Exception {
        cluster.put("""
                {'kind':'PersistentVolume','metadata':{'name':'volume-%1$s'},
                 'spec':{'claimRef':{'namespace':'a','name':'claim-%1$s'},'csi':{'driver':'d',
                  'nodeStageSecretRef':{'namespace':'drivers','name':'stage-%1$s'},
                  'nodeExpandSecretRef':{'namespace':'drivers','name':'expand-%1$s'},
                  'controllerPublishSecretRef':{'namespace':'drivers','name':'controller-%1$s'}}}}""".formatted(whose));
    }

    @AfterAll
    static void close() throws Exception {
        cluster.close();
    }

    private static AuthorizationDecision ask(
            String user, String verb, String resource, String namespace, String name, Map<String, String> selected) {
        String[] path = resource.split("/", -1);
        String[] words = path[0].split("\\.", 2);
        AuthorizationAttributes attributes = AuthorizationAttributes.onResource(
                        verb,
                        words.length > 1 ? words[1] : "",
                        "v1",
                        words[0],
                        path.length > 1 ? path[1] : "",
                        namespace,
                        name)
                .selecting(selected);
        return cluster.access().authorize(new UserInfo(user, "", List.of(UserInfo.NODES), Map.of()), attributes);
    }

    private static AuthorizationDecision ask(String verb, String resource, String namespace, String name) {
        return ask("system:node:n", verb, resource, namespace, name, Map.of());
    }

    @ParameterizedTest
    @CsvSource({
        "secrets, a, pull-",
        "secrets, a, init-",
        "secrets, a, debug-",
        "secrets, a, mounted-",
        "secrets, a, projected-",
        "secrets, a, inline-",
        "secrets, drivers, stage-",
        "secrets, drivers, expand-",
        "configmaps, a, env-",
        "configmaps, a, projected-",
        "serviceaccounts, a, ''",
        "persistentvolumeclaims, a, claim-",
        "persistentvolumes, '', volume-",
        "resourceclaims.resource.k8s.io, a, device-"
    })
    void aNodeGetsWhatItsPodsUse(String resource, String namespace, String name) {
        assertThat(ask("get", resource, namespace, name + "mine").allowed()).isTrue();
        assertThat(ask("get", resource, namespace, name + "yours"))
                .isEqualTo(new AuthorizationDecision(false, UNRELATED));
        assertThat(ask("get", resource, "b", name + "mine").allowed()).isFalse();
        assertThat(ask("update", resource, namespace, name + "mine").allowed()).isFalse();
        assertThat(ask("delete", resource, namespace, name + "mine").allowed()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "get    | secrets | drivers | controller-mine | false",
                "list   | secrets | a | mounted-mine | true",
                "watch  | configmaps | a | env-mine | true",
                "list   | secrets | a | '' | false",
                "list   | secrets | '' | '' | false",
                "watch  | configmaps | a | '' | false",
                "list   | persistentvolumeclaims | a | claim-mine | false",
                "list   | persistentvolumes | '' | '' | false",
                "get    | persistentvolumeclaims | a | p-t | true",
                "patch  | persistentvolumeclaims/status | a | claim-mine | true",
                "patch  | persistentvolumeclaims/status | a | claim-yours | false",
                "create | serviceaccounts/token | a | mine | true",
                "create | serviceaccounts/token | a | yours | false",
                "create | serviceaccounts/token | a | default | false",
                "create | serviceaccounts | a | '' | false",
                "get    | volumeattachments.storage.k8s.io | '' | to-n | true",
                "get    | volumeattachments.storage.k8s.io | '' | to-m | false",
                "list   | volumeattachments.storage.k8s.io | '' | '' | false",
                "get    | nodes | '' | n | true",
                "watch  | nodes | '' | n | true",
                "get    | nodes | '' | m | false",
                "list   | nodes | '' | '' | false",
                "create | nodes | '' | '' | true",
                "patch  | nodes/status | '' | n | true",
                "delete | nodes | '' | n | false",
                "get    | pods | a | p | true",
                "get    | pods | a | q | false",
                "list   | pods | a | '' | false",
                "patch  | pods/status | a | p | true",
                "patch  | pods | a | p | false",
                "create | pods/exec | a | p | false",
                "create | pods/binding | a | p | false",
                "get    | pods/log | a | p | false",
                "update | leases.coordination.k8s.io | kube-node-lease | n | true",
                "update | leases.coordination.k8s.io | kube-node-lease | m | false",
                "update | leases.coordination.k8s.io | kube-system | n | false",
                "list   | leases.coordination.k8s.io | kube-node-lease | '' | false",
                "create | csinodes.storage.k8s.io | '' | '' | true",
                "patch  | csinodes.storage.k8s.io | '' | n | true",
                "patch  | csinodes.storage.k8s.io | '' | m | false",
                "get    | resourceslices.resource.k8s.io | '' | of-n | true",
                "delete | resourceslices.resource.k8s.io | '' | of-m | false",
                "list   | resourceslices.resource.k8s.io | '' | '' | false",
                "list   | services | '' | '' | true",
                "watch  | csidrivers.storage.k8s.io | '' | '' | true",
                "create | events | a | '' | true",
                "create | subjectaccessreviews.authorization.k8s.io | '' | '' | true",
                "create | tokenreviews.authentication.k8s.io | '' | '' | true",
                "delete | events | a | x | false",
                "get    | namespaces | a | a | false",
                "list   | roles.rbac.authorization.k8s.io | a | '' | false"
            })
    void aNodeDoesWhatAKubeletNeeds(String verb, String resource, String namespace, String name, boolean allowed) {
        assertThat(ask(verb, resource, namespace, name).allowed()).isEqualTo(allowed);
    }

    @Test
    void aNodeListsItsOwnPodsBySelector() {
        Map<String, String> own = Map.of("spec.nodeName", "n");
        Map<String, String> other = Map.of("spec.nodeName", "m");
        String node = "system:node:n";
        assertThat(ask(node, "list", "pods", "", "", own).allowed()).isTrue();
        assertThat(ask(node, "watch", "pods", "", "", own).allowed()).isTrue();
        assertThat(ask(node, "list", "pods", "", "", other).reason())
                .isEqualTo("can only list/watch pods with spec.nodeName field selector");
        assertThat(ask(node, "deletecollection", "resourceslices.resource.k8s.io", "", "", own)
                        .allowed())
                .isTrue();
        assertThat(ask(node, "deletecollection", "pods", "", "", own).allowed()).isFalse();
    }

    @Test
    void theGroupOfNodesAloneGivesNoRights() {
        assertThat(ask("joe", "get", "secrets", "a", "mounted-mine", Map.of()).allowed())
                .isFalse();
        assertThat(ask("joe", "list", "services", "", "", Map.of()).allowed()).isFalse();
        assertThat(ask("system:node:", "list", "services", "", "", Map.of()).reason())
                .isEqualTo("unknown node for user \"system:node:\"");
        UserInfo without = new UserInfo("system:node:n", "", List.of(), Map.of());
        AuthorizationAttributes secret =
                AuthorizationAttributes.onResource("get", "", "v1", "secrets", "", "a", "mounted-mine");
        assertThat(cluster.access().authorize(without, secret).allowed()).isFalse();
    }

    @Test
    void accessComesAndGoesWithThePod() throws Exception {
        String waiting = "{'kind':'Pod','metadata':{'name':'late','namespace':'a'%s},'spec':{%s'volumes':[{'name':'s',"
                + "'secret':{'secretName':'late'}}]}}";
        cluster.put(waiting.formatted("", ""));
        assertThat(ask("get", "secrets", "a", "late").allowed()).isFalse();
        cluster.put(waiting.formatted("", "'nodeName':'n',"));
        assertThat(ask("get", "secrets", "a", "late").allowed()).isTrue();
        cluster.put(waiting.formatted("", "'nodeName':'m',"));
        assertThat(ask("get", "secrets", "a", "late").allowed()).isFalse();
        cluster.put(waiting.formatted(",'annotations':{'kubernetes.io/config.mirror':'x'}", "'nodeName':'n',"));
        assertThat(ask("get", "secrets", "a", "late").allowed()).isFalse();
        assertThat(ask("get", "pods", "a", "late").allowed()).isTrue();
        cluster.put(waiting.formatted("", "'nodeName':'n',"));
        assertThat(ask("get", "secrets", "a", "late").allowed()).isTrue();
        cluster.remove("pods", "a", "late");
        assertThat(ask("get", "secrets", "a", "late").allowed()).isFalse();
    }

    @Test
    void aVolumeThatLosesItsClaimLosesItsNode() throws Exception {
        cluster.put("{'kind':'PersistentVolume','metadata':{'name':'moving'},'spec':{'claimRef':{'namespace':'a',"
                + "'name':'claim-mine'},'csi':{'nodePublishSecretRef':{'namespace':'d','name':'moving'}}}}");
        assertThat(ask("get", "persistentvolumes", "", "moving").allowed()).isTrue();
        assertThat(ask("get", "secrets", "d", "moving").allowed()).isTrue();
        cluster.put("{'kind':'PersistentVolume','metadata':{'name':'moving'},'spec':{}}");
        assertThat(ask("get", "persistentvolumes", "", "moving").allowed()).isFalse();
        assertThat(ask("get", "secrets", "d", "moving").allowed()).isFalse();
    }

    @Test
    void rolesAddToIt() throws Exception {
        cluster.put("{'kind':'ClusterRole','metadata':{'name':'more'},'rules':[{'verbs':['list'],'apiGroups':[''],"
                + "'resources':['persistentvolumes']}]}");
        cluster.put("{'kind':'ClusterRoleBinding','metadata':{'name':'more'},'roleRef':{'kind':'ClusterRole',"
                + "'name':'more'},'subjects':[{'kind':'User','name':'system:node:agent'}]}");
        assertThat(ask("system:node:agent", "list", "persistentvolumes", "", "", Map.of())
                        .allowed())
                .isTrue();
        assertThat(ask("list", "persistentvolumes", "", "").allowed()).isFalse();
    }
}

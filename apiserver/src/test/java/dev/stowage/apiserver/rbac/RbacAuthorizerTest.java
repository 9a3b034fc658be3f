package dev.stowage.apiserver.rbac;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.accesscontrol.ClusterFixture;
import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import dev.stowage.apiserver.errors.ApiException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RbacAuthorizerTest {
    @TempDir
    private Path folder;

    private ClusterFixture clusterFixture;

    @BeforeEach
    void open() throws Exception {
        clusterFixture = new ClusterFixture(folder);
    }

    @AfterEach
    void close() throws Exception {
        clusterFixture.close();
    }

    private static UserInfo user(String name, String... groups) {
        return new UserInfo(name, "", List.of(groups), Map.of());
    }

    private boolean may(UserInfo userInfo, String verb, String group, String resource, String namespace, String name) {
        String[] parts = resource.split("/", -1);
        String part = parts.length > 1 ? parts[1] : "";
        return clusterFixture
                .access()
                .authorize(
                        userInfo,
                        AuthorizationAttributes.onResource(verb, group, "v1", parts[0], part, namespace, name))
                .allowed();
    }

    private void role(String name, String rules) throws Exception {
        clusterFixture.put("{'kind':'ClusterRole','metadata':{'name':'" + name + "'},'rules':" + rules + "}");
    }

    private void bind(String name, String namespace, String role, String subject) throws Exception {
        String kind = namespace.isEmpty() ? "ClusterRoleBinding" : "RoleBinding";
        clusterFixture.put("{'kind':'" + kind + "','metadata':{'name':'" + name + "','namespace':'" + namespace
                + "'},'roleRef':{'kind':'" + role.split("/", -1)[0] + "','name':'" + role.split("/", -1)[1]
                + "'},'subjects':[" + subject + "]}");
    }

    @ParameterizedTest
    @CsvSource({
        // verbs, groups, resources, names | verb, group, resource, name | allowed
        "get, '', pods, '', get, '', pods, a, true",
        "get, '', pods, '', list, '', pods, '', false",
        "get, '', pods, '', get, apps, pods, a, false",
        "get, '', pods, '', get, '', pods/log, a, false",
        "get, '', pods/log, '', get, '', pods/log, a, true",
        "get, '', pods/log, '', get, '', pods, a, false",
        "get, '', */log, '', get, '', pods/log, a, true",
        "get, '', */log, '', get, '', pods/exec, a, false",
        "get, '', */log, '', get, '', pods, a, false",
        "get, '', pods/*, '', get, '', pods/log, a, false",
        "*, *, *, '', deletecollection, any, things/part, '', true",
        "get, *, pods, '', get, x.test, pods, a, true",
        "get, '', secrets, mine, get, '', secrets, mine, true",
        "get, '', secrets, mine, get, '', secrets, yours, false",
        "list, '', secrets, mine, list, '', secrets, '', false",
        "list, '', secrets, mine, list, '', secrets, mine, true",
        "ge, '', pods, '', get, '', pods, a, false",
    })
    void aRuleCoversWhatItSays(
            String verbs,
            String groups,
            String resources,
            String names,
            String verb,
            String group,
            String resource,
            String name,
            boolean allowed)
            throws Exception {
        role(
                "r",
                "[{'verbs':['%s'],'apiGroups':['%s'],'resources':['%s'],'resourceNames':[%s]}]"
                        .formatted(verbs, groups, resources, names.isEmpty() ? "" : "'" + names + "'"));
        bind("b", "", "ClusterRole/r", "{'kind':'User','name':'u'}");
        assertThat(may(user("u"), verb, group, resource, "ns", name)).isEqualTo(allowed);
        assertThat(may(user("v"), verb, group, resource, "ns", name)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "/healthz, /healthz, true",
        "/healthz, /healthz/x, false",
        "/healthz/*, /healthz/x, true",
        "/healthz/*, /healthz, false",
        "*, /anything, true",
        "/a*, /abc/d, true",
        "/a**, /abc, true"
    })
    void aPathCoversWhatItSays(String rule, String path, boolean allowed) throws Exception {
        role("r", "[{'verbs':['get'],'nonResourceURLs':['" + rule + "']}]");
        bind("b", "", "ClusterRole/r", "{'kind':'Group','name':'g'}");
        assertThat(clusterFixture
                        .access()
                        .authorize(user("u", "g"), AuthorizationAttributes.onPath("get", path))
                        .allowed())
                .isEqualTo(allowed);
    }

    @Test
    void aBindingInANamespaceGivesItsRoleThere() throws Exception {
        bind("b", "a", "ClusterRole/view", "{'kind':'ServiceAccount','name':'x'}");
        UserInfo x = user("system:serviceaccount:a:x");
        assertThat(may(x, "list", "", "pods", "a", "")).isTrue();
        assertThat(may(x, "list", "", "pods", "b", "")).isFalse();
        assertThat(may(x, "list", "", "pods", "", "")).isFalse();
        assertThat(may(x, "get", "", "secrets", "a", "s")).isFalse();
        assertThat(may(user("system:serviceaccount:b:x"), "list", "", "pods", "a", ""))
                .isFalse();
    }

    @Test
    void aRoleIsOfItsNamespaceOnly() throws Exception {
        clusterFixture.put("{'kind':'Role','metadata':{'name':'r','namespace':'a'},'rules':[{'verbs':['get'],"
                + "'apiGroups':[''],'resources':['pods']}]}");
        bind("b", "b", "Role/r", "{'kind':'User','name':'u'}");
        assertThat(clusterFixture
                        .access()
                        .authorize(
                                user("u"), AuthorizationAttributes.onResource("get", "", "v1", "pods", "", "b", "p")))
                .satisfies(authorizationDecision -> {
                    assertThat(authorizationDecision.allowed()).isFalse();
                    assertThat(authorizationDecision.reason())
                            .isEqualTo("RBAC: role.rbac.authorization.k8s.io \"r\" not found");
                });
        bind("b", "a", "Role/r", "{'kind':'User','name':'u'}");
        assertThat(may(user("u"), "get", "", "pods", "a", "p")).isTrue();
    }

    @Test
    void aWriteIsInForceForTheNextRequest() throws Exception {
        UserInfo u = user("u");
        for (int i = 0; i < 50; i++) {
            bind("b", "", "ClusterRole/cluster-admin", "{'kind':'User','name':'u'}");
            assertThat(may(u, "delete", "", "nodes", "", "n")).isTrue();
            bind("b", "", "ClusterRole/cluster-admin", "{'kind':'User','name':'w'}");
            assertThat(may(u, "delete", "", "nodes", "", "n")).isFalse();
            clusterFixture.remove("clusterrolebindings.rbac.authorization.k8s.io", "", "b");
            assertThat(may(user("w"), "delete", "", "nodes", "", "n")).isFalse();
        }
    }

    @Test
    void accountWithoutANamespaceMatchesNoUserInAClusterRoleBinding() throws Exception {
        bind("b", "", "ClusterRole/cluster-admin", "{'kind':'ServiceAccount','name':'x'}");
        assertThat(may(user("system:serviceaccount::x"), "get", "", "pods", "a", "p"))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "system:kube-controller-manager,, create, '', serviceaccounts/token, kube-system, true",
        "system:kube-scheduler,, create, '', pods/binding, default, true",
        "system:kube-scheduler,, list, storage.k8s.io, csinodes, '', true",
        "system:kube-scheduler,, delete, '', namespaces, '', false",
        "system:node:n, system:nodes, update, '', nodes/status, '', true",
        "system:node:n, system:nodes, create, coordination.k8s.io, leases, kube-node-lease, true",
        "system:node:n, system:nodes, delete, '', namespaces, '', false",
        "system:serviceaccount:kube-system:namespace-controller, system:serviceaccounts, deletecollection, x, y, a, true",
        "anyone, system:authenticated, create, authorization.k8s.io, selfsubjectaccessreviews, '', true",
        "anyone, system:authenticated, get, '', pods, default, false"
    })
    void whatAClusterStartsWithLetsItsPartsWork(
            String name,
            String group,
            String verb,
            String apiGroup,
            String resource,
            String namespace,
            boolean allowed) {
        UserInfo userInfo = group == null ? user(name) : user(name, group);
        assertThat(may(userInfo, verb, apiGroup, resource, namespace, "x")).isEqualTo(allowed);
    }

    private void write(UserInfo userInfo, String json) throws Exception {
        ObjectNode object = ClusterFixture.read(json);
        String kind = object.path("kind").asText().toLowerCase(Locale.ROOT);
        clusterFixture
                .access()
                .checkEscalation(userInfo, kind + "s.rbac.authorization.k8s.io", object, Optional.empty());
    }

    @Test
    void nobodyHandsOutMoreThanTheyHave() throws Exception {
        bind("b", "", "ClusterRole/view", "{'kind':'User','name':'u'}");
        UserInfo u = user("u", "g");
        write(
                u,
                "{'kind':'Role','metadata':{'name':'r','namespace':'a'},'rules':[{'verbs':['get','list'],"
                        + "'apiGroups':[''],'resources':['pods','services/status']}]}");
        write(
                u,
                "{'kind':'RoleBinding','metadata':{'name':'r','namespace':'a'},'roleRef':{'kind':'ClusterRole',"
                        + "'apiGroup':'rbac.authorization.k8s.io','name':'view'}}");
        assertThatThrownBy(() -> write(
                        u,
                        "{'kind':'Role','metadata':{'name':'r','namespace':'a'},'rules':[{'verbs':['get','update',"
                                + "'patch'],'apiGroups':[''],'resources':['pods','secrets']},"
                                + "{'verbs':['get'],'nonResourceURLs':['/x']}]}"))
                .isInstanceOf(ApiException.class)
                .hasMessage("roles.rbac.authorization.k8s.io \"r\" is forbidden: user \"u\" (groups=[\"g\"]) is"
                        + " attempting to grant RBAC permissions not currently held:\n"
                        + "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"update\" \"patch\"]}\n"
                        + "{APIGroups:[\"\"], Resources:[\"secrets\"], Verbs:[\"get\" \"update\" \"patch\"]}\n"
                        + "{NonResourceURLs:[\"/x\"], Verbs:[\"get\"]}");
        assertThatThrownBy(() -> write(
                        u,
                        "{'kind':'ClusterRoleBinding','metadata':{'name':'r'},'roleRef':{'kind':'ClusterRole',"
                                + "'name':'cluster-admin'}}"))
                .hasMessageContaining("{APIGroups:[\"*\"], Resources:[\"*\"], Verbs:[\"*\"]}");
        assertThatThrownBy(() -> write(
                        u,
                        "{'kind':'RoleBinding','metadata':{'name':'r','namespace':'a'},'roleRef':{'kind':'ClusterRole',"
                                + "'name':'none'}}"))
                .hasMessage("clusterrole.rbac.authorization.k8s.io \"none\" not found");
    }

    @Test
    void whoMayBindOrEscalateHandsOutMore() throws Exception {
        role(
                "r",
                "[{'verbs':['bind','escalate'],'apiGroups':['rbac.authorization.k8s.io'],"
                        + "'resources':['clusterroles']}]");
        bind("b", "", "ClusterRole/r", "{'kind':'User','name':'u'}");
        write(
                user("u"),
                "{'kind':'ClusterRoleBinding','metadata':{'name':'x'},'roleRef':{'kind':'ClusterRole',"
                        + "'apiGroup':'rbac.authorization.k8s.io','name':'cluster-admin'}}");
        write(
                user("u"),
                "{'kind':'ClusterRole','metadata':{'name':'x'},'rules':[{'verbs':['*'],'apiGroups':['*'],"
                        + "'resources':['*']}]}");
        write(
                user("m", UserInfo.MASTERS),
                "{'kind':'ClusterRole','metadata':{'name':'x'},'rules':[{'verbs':['*'],"
                        + "'apiGroups':['*'],'resources':['*']}]}");
    }

    @Test
    void gatheringRulesNeedsAll() throws Exception {
        bind("b", "", "ClusterRole/view", "{'kind':'User','name':'u'}");
        assertThatThrownBy(() -> write(
                        user("u"),
                        "{'kind':'ClusterRole','metadata':{'name':'x'},'aggregationRule':{'clusterRoleSelectors':["
                                + "{'matchLabels':{'a':'b'}}]}}"))
                .hasMessageContaining("must have cluster-admin privileges to use the aggregationRule");
    }

    @Test
    void takingARoleApartNeedsNothing() throws Exception {
        ObjectNode old = ClusterFixture.read("{'kind':'ClusterRole','metadata':{'name':'x','finalizers':['f'],"
                + "'resourceVersion':'1'},'rules':[{'verbs':['*'],'apiGroups':['*'],'resources':['*']}]}");
        ObjectNode without = old.deepCopy();
        ((ObjectNode) without.path("metadata")).remove("finalizers");
        clusterFixture
                .access()
                .checkEscalation(user("gc"), "clusterroles.rbac.authorization.k8s.io", without, Optional.of(old));
    }
}

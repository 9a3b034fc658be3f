package dev.stowage.apiserver.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.ApiUsers;
import dev.stowage.apiserver.json.Json;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Nodes `n` and `m`, each with a pod of its own, and what `n` tries.
final class NodeRestrictionTest {
    private static final String NODE = "system:node:n";
    private static final String PODS = "/api/v1/namespaces/default/pods";
    private static final String ACCOUNTS = "/api/v1/namespaces/default/serviceaccounts";
    private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases";
    private static final String CSI_NODES = "/apis/storage.k8s.io/v1/csinodes";
    private static final String CLAIMS = "/api/v1/namespaces/default/persistentvolumeclaims";

    @TempDir
    private static Path folder;

    private static ApiUsers users;

    @BeforeAll
    static void open() throws Exception {
        users = new ApiUsers(folder);
        users.create(ACCOUNTS, "{'metadata':{'name':'default'}}");
        users.create("/apis/storage.k8s.io/v1/csidrivers", """
                {'metadata':{'name':'d.example'},
                 'spec':{'attachRequired':false,'tokenRequests':[{'audience':'vault'}]}}""");
        for (String node : List.of("n", "m")) {
            users.create("/api/v1/nodes", "{'metadata':{'name':'" + node + "'}}");
            users.create(PODS, """
                    {'metadata':{'name':'on-%1$s'},'spec':{'nodeName':'%1$s','containers':[{'name':'c','image':'x'}],
                     'volumes':[{'name':'v','persistentVolumeClaim':{'claimName':'of-%1$s'}},
                      {'name':'i','csi':{'driver':'d.example'}}]}}""".formatted(node));
            users.create(CLAIMS, """
                    {'metadata':{'name':'of-%s'},'spec':{'accessModes':['ReadWriteOnce'],
                     'resources':{'requests':{'storage':'1Gi'}}}}""".formatted(node));
            users.create("/api/v1/namespaces/default/secrets", "{'metadata':{'name':'of-" + node + "'}}");
        }
    }

    @AfterAll
    static void close() throws Exception {
        users.close();
    }

    private static HttpResponse<String> node(String method, String path, String body) throws Exception {
        return users.send(NODE, method, path, body);
    }

    private static void refused(HttpResponse<String> answer, String why) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(403);
        assertThat(answer.body().replace("\\\"", "'")).contains(why);
    }

    private static void done(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 201);
    }

    private static String uid(String path) throws Exception {
        JsonNode object = Json.read(users.send("admin", "GET", path, "").body().getBytes(StandardCharsets.UTF_8));
        return object.at("/metadata/uid").asText();
    }

    @Test
    void aNodeReadsAndReportsAsAKubeletDoes() throws Exception {
        assertThat(users.get(NODE, "/api/v1/pods?fieldSelector=spec.nodeName%3Dn"))
                .isEqualTo(200);
        assertThat(users.get(NODE, "/api/v1/pods")).isEqualTo(403);
        assertThat(users.get(NODE, "/api/v1/nodes?fieldSelector=metadata.name%3Dn"))
                .isEqualTo(200);
        assertThat(users.get(NODE, "/api/v1/nodes?fieldSelector=metadata.name%3Dn&watch=true&timeoutSeconds=1"))
                .isEqualTo(200);
        assertThat(users.get(NODE, "/api/v1/nodes")).isEqualTo(403);
        assertThat(users.get(NODE, CLAIMS + "/of-n")).isEqualTo(200);
        assertThat(users.get(NODE, CLAIMS + "/of-m")).isEqualTo(403);
        assertThat(users.get(NODE, "/api/v1/namespaces/default/secrets/of-n")).isEqualTo(403);
        assertThat(users.get(NODE, "/api/v1/secrets")).isEqualTo(403);
        done(node("PATCH", PODS + "/on-n/status", "{'status':{'phase':'Running'}}"));
        refused(
                node("PATCH", PODS + "/on-m/status", "{'status':{'phase':'Running'}}"),
                "node 'n' can only update pod status for pods with spec.nodeName set to itself");
    }

    @Test
    void aNodeChangesItsOwnNodeObjectOnly() throws Exception {
        done(node("PATCH", "/api/v1/nodes/n/status", "{'status':{'phase':'Running'}}"));
        done(node("PATCH", "/api/v1/nodes/n", "{'metadata':{'annotations':{'a':'b'}}}"));
        refused(
                node("PATCH", "/api/v1/nodes/m", "{'metadata':{'annotations':{'a':'b'}}}"),
                "node 'n' is not allowed to modify node 'm'");
        refused(
                node("PATCH", "/api/v1/nodes/m/status", "{'status':{'phase':'Running'}}"),
                "node 'n' is not allowed to modify node 'm'");
        refused(
                node("POST", "/api/v1/nodes", "{'metadata':{'name':'other'}}"),
                "node 'n' is not allowed to modify node 'other'");
        refused(node("DELETE", "/api/v1/nodes/n", ""), "cannot delete resource 'nodes'");
        refused(
                node("PATCH", "/api/v1/nodes/n", "{'spec':{'taints':[{'key':'a','effect':'NoSchedule'}]}}"),
                "node 'n' is not allowed to modify taints");
        String owner = "{'apiVersion':'v1','kind':'Node','name':'m','uid':'u'}";
        refused(
                node("PATCH", "/api/v1/nodes/n", "{'metadata':{'ownerReferences':[" + owner + "]}}"),
                "node 'n' is not allowed to modify ownerReferences");
    }

    @ParameterizedTest
    @CsvSource({
        "example.com/mine, true",
        "plain, true",
        "kubernetes.io/hostname, true",
        "topology.kubernetes.io/zone, true",
        "node.kubernetes.io/anything, true",
        "kubelet.kubernetes.io/anything, true",
        "x.node.kubernetes.io/anything, true",
        "node-restriction.kubernetes.io/secure, false",
        "x.node-restriction.kubernetes.io/secure, false",
        "node-role.kubernetes.io/control-plane, false",
        "kubernetes.io/other, false",
        "k8s.io/other, false"
    })
    void aNodeSetsOnlyLabelsThatDoNotSteerPodsOfOthers(String label, boolean allowed) throws Exception {
        HttpResponse<String> answer =
                node("PATCH", "/api/v1/nodes/n/status", "{'metadata':{'labels':{'" + label + "':'x'}}}");
        if (allowed) {
            done(answer);
        } else {
            refused(answer, "is not allowed to modify labels: " + label);
            refused(
                    users.send(
                            "system:node:new",
                            "POST",
                            "/api/v1/nodes",
                            "{'metadata':{'name':'new','labels':{'" + label + "':'x'}}}"),
                    "node 'new' is not allowed to set the following labels: " + label);
        }
    }

    @Test
    void aNodeRegistersItself() throws Exception {
        String body = "{'metadata':{'name':'fresh','labels':{'kubernetes.io/hostname':'fresh'}}}";
        String fresh = "system:node:fresh";
        done(users.send(fresh, "POST", "/api/v1/nodes", body));
        done(users.send(fresh, "POST", LEASES, "{'metadata':{'name':'fresh'},'spec':{'holderIdentity':'fresh'}}"));
        done(users.send(fresh, "PATCH", LEASES + "/fresh", "{'spec':{'holderIdentity':'again'}}"));
        done(users.send(fresh, "POST", CSI_NODES, "{'metadata':{'name':'fresh'},'spec':{'drivers':[]}}"));
        refused(
                users.send(fresh, "POST", LEASES, "{'metadata':{'name':'m'}}"),
                "can only access node lease with the same name as the requesting node");
        refused(
                users.send(fresh, "POST", CSI_NODES, "{'metadata':{'name':'m'},'spec':{'drivers':[]}}"),
                "can only access CSINode with the same name as the requesting node");
        refused(
                users.send(fresh, "PUT", LEASES + "/m", "{'metadata':{'name':'m'}}"),
                "can only access node lease with the same name as the requesting node");
    }

    @Test
    void aNodeDeletesAndEvictsItsOwnPodsOnly() throws Exception {
        users.create(PODS, """
                {'metadata':{'name':'ends'},'spec':{'nodeName':'n','containers':[{'name':'c','image':'x'}]}}""");
        refused(node("DELETE", PODS + "/on-m", ""), "node 'n' can only delete pods with spec.nodeName set to itself");
        refused(
                node("POST", PODS + "/on-m/eviction", "{'metadata':{'name':'on-n'}}"),
                "node n can only evict pods with spec.nodeName set to itself");
        done(node("DELETE", PODS + "/ends?gracePeriodSeconds=0", ""));
    }

    @Test
    void aNodeCreatesMirrorPodsOnly() throws Exception {
        String plain = "{'metadata':{'name':'x'},'spec':{'nodeName':'n','containers':[{'name':'c','image':'x'}]}}";
        refused(
                node("POST", PODS, plain),
                "pod does not have 'kubernetes.io/config.mirror' annotation, node 'n' can only create mirror pods");
        String mirror = """
                {'metadata':{'name':'mirror','annotations':{'kubernetes.io/config.mirror':'x'},
                 'ownerReferences':[{'apiVersion':'v1','kind':'Node','name':'n','uid':'%s','controller':true}]},
                 'spec':{'nodeName':'%s','containers':[{'name':'c','image':'x'%s}]%s}}""";
        String own = uid("/api/v1/nodes/n");
        refused(node("POST", PODS, mirror.formatted(own, "m", "", "")), "spec.nodeName set to itself");
        refused(node("POST", PODS, mirror.formatted("wrong", "n", "", "")), "node n UID mismatch");
        refused(
                node("POST", PODS, mirror.formatted(own, "n", ",'envFrom':[{'secretRef':{'name':'of-m'}}]", "")),
                "node 'n' can not create pods that reference secrets");
        String claim = ",'volumes':[{'name':'v','persistentVolumeClaim':{'claimName':'of-m'}}]";
        refused(
                node("POST", PODS, mirror.formatted(own, "n", "", claim)),
                "node 'n' can not create pods that reference persistentvolumeclaims");
        done(node("POST", PODS, mirror.formatted(own, "n", "", "")));
        refused(node("PATCH", PODS + "/mirror", "{'metadata':{'labels':{'a':'b'}}}"), "cannot patch resource 'pods'");
    }

    @Test
    void aTokenIsForAPodOfTheNode() throws Exception {
        String path = ACCOUNTS + "/default/token";
        String request = "{'apiVersion':'authentication.k8s.io/v1','kind':'TokenRequest','spec':{%s}}";
        String bound = "'boundObjectRef':{'apiVersion':'v1','kind':'Pod','name':'%s','uid':'%s'}";
        String own = bound.formatted("on-n", uid(PODS + "/on-n"));
        done(node("POST", path, request.formatted(own)));
        done(node("POST", path, request.formatted("'audiences':['vault']," + own)));
        refused(node("POST", path, request.formatted("")), "node requested token not bound to a pod");
        refused(
                node("POST", path, request.formatted(bound.formatted("on-n", ""))),
                "node requested token with a pod binding without a uid");
        refused(
                node("POST", path, request.formatted(bound.formatted("on-n", "wrong"))),
                "the UID in the bound object reference (wrong) does not match the UID in record");
        refused(
                node("POST", path, request.formatted(bound.formatted("on-m", uid(PODS + "/on-m")))),
                "node requested token bound to a pod scheduled on a different node");
        refused(
                node("POST", path, request.formatted("'audiences':['a','b']," + own)),
                "node may only request 0 or 1 audiences");
        String other = request.formatted("'audiences':['other']," + own);
        refused(
                node("POST", path, other),
                "audience 'other' not found in pod spec volume, system:node:n is not authorized to request tokens");
        users.allow(NODE, "'verbs':['request-serviceaccounts-token-audience'],'apiGroups':[''],'resources':['other']");
        done(node("POST", path, other));

        users.create(ACCOUNTS, "{'metadata':{'name':'unused'}}");
        refused(
                node("POST", ACCOUNTS + "/unused/token", request.formatted(own)),
                "no relationship found between node 'n' and this object");
    }

    @Test
    void aNodeReportsTheSizeOfAVolumeAndNothingElse() throws Exception {
        done(node("PATCH", CLAIMS + "/of-n/status", "{'status':{'capacity':{'storage':'2Gi'}}}"));
        refused(
                node("PATCH", CLAIMS + "/of-n/status", "{'status':{'phase':'Lost'}}"),
                "node 'n' is not allowed to update fields other than status.quantity and status.conditions");
        refused(
                node("PATCH", CLAIMS + "/of-n", "{'metadata':{'labels':{'a':'b'}}}"),
                "can only get individual resources of this type");
        refused(
                node("PATCH", CLAIMS + "/of-m/status", "{'status':{'capacity':{'storage':'2Gi'}}}"),
                "no relationship found between node 'n' and this object");
    }

    @Test
    void othersAreNotRestricted() throws Exception {
        done(users.send("admin", "PATCH", "/api/v1/nodes/m", "{'metadata':{'labels':{'k8s.io/other':'x'}}}"));
        String taint = "{'spec':{'taints':[{'key':'a','effect':'NoSchedule'}]}}";
        done(users.send("admin", "PATCH", "/api/v1/nodes/m", taint));
    }
}

package dev.stowage.apiserver.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.stowage.apiserver.ApiUsers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which right a request needs, where its method alone does not say it.
final class RequestAuthorizationTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String LEASES = "/apis/coordination.k8s.io/v1/namespaces/default/leases";

    @TempDir
    private static Path folder;

    private static ApiUsers users;

    @BeforeAll
    static void open() throws Exception {
        users = new ApiUsers(folder);
    }

    @AfterAll
    static void close() throws Exception {
        users.close();
    }

    private static String map(String name) {
        return "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'" + name + "'},'data':{'a':'b'}}";
    }

    @Test
    void serverSideApplyNeedsTheRightToCreateWhatIsNotThere() throws Exception {
        users.allow("patcher", "'verbs':['get','patch'],'apiGroups':[''],'resources':['configmaps']");
        HttpResponse<String> refused = users.apply("patcher", MAPS + "/applied", map("applied"));
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body())
                .contains("configmaps \\\"applied\\\" is forbidden: User \\\"patcher\\\" cannot create resource"
                        + " \\\"configmaps\\\" in API group \\\"\\\" in the namespace \\\"default\\\"");
        assertThat(users.get("admin", MAPS + "/applied")).isEqualTo(404);

        users.create(MAPS, map("applied"));
        assertThat(users.apply("patcher", MAPS + "/applied", map("applied")).statusCode())
                .isEqualTo(200);

        users.allow("patcher", "'verbs':['create'],'apiGroups':[''],'resources':['configmaps']");
        assertThat(users.apply("patcher", MAPS + "/second", map("second")).statusCode())
                .isEqualTo(201);
    }

    @Test
    void aPutNeedsTheRightToCreateWhatIsNotThere() throws Exception {
        users.allow("updater", "'verbs':['update'],'apiGroups':['coordination.k8s.io'],'resources':['leases']");
        String lease = "{'metadata':{'name':'put'},'spec':{'holderIdentity':'x'}}";
        HttpResponse<String> refused = users.send("updater", "PUT", LEASES + "/put", lease);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body())
                .contains("leases.coordination.k8s.io \\\"put\\\" is forbidden: User \\\"updater\\\" cannot create"
                        + " resource \\\"leases\\\"");
        assertThat(users.get("admin", LEASES + "/put")).isEqualTo(404);
        assertThat(users.code("updater", "PUT", LEASES + "/put?dryRun=All", lease))
                .isEqualTo(403);

        users.allow("updater", "'verbs':['create'],'apiGroups':['coordination.k8s.io'],'resources':['leases']");
        assertThat(users.code("updater", "PUT", LEASES + "/put", lease)).isEqualTo(201);
    }

    @Test
    void aFieldSelectorNamesOnlyWhatIsListedOrWatched() throws Exception {
        users.allow(
                "selector",
                "'verbs':['create','list','watch','delete','deletecollection'],'apiGroups':[''],"
                        + "'resources':['configmaps'],'resourceNames':['allowed']");
        users.create(MAPS, map("allowed"));
        String selected = "?fieldSelector=metadata.name%3Dallowed";
        assertThat(users.code("selector", "POST", MAPS + selected, map("other")))
                .isEqualTo(403);
        assertThat(users.get("admin", MAPS + "/other")).isEqualTo(404);
        assertThat(users.code("selector", "DELETE", MAPS + selected, "")).isEqualTo(403);

        assertThat(users.get("selector", MAPS + selected)).isEqualTo(200);
        assertThat(users.get("selector", MAPS + selected + "&watch=true&timeoutSeconds=1"))
                .isEqualTo(200);
        assertThat(users.get("selector", MAPS + "?fieldSelector=metadata.name%3Dother"))
                .isEqualTo(403);
        assertThat(users.get("selector", MAPS)).isEqualTo(403);
        String old = "/api/v1/watch/namespaces/default/configmaps";
        assertThat(users.get("selector", old + selected + "&timeoutSeconds=1")).isEqualTo(403);
        assertThat(users.get("selector", old + "/allowed?timeoutSeconds=1")).isEqualTo(200);
    }

    @Test
    void nothingBehindTheStatusIsAnotherPartOfTheObject() throws Exception {
        users.allow("reporter", "'verbs':['update'],'apiGroups':[''],'resources':['persistentvolumes/status']");
        String volume = "/api/v1/persistentvolumes/v";
        users.create("/api/v1/persistentvolumes", """
                {'metadata':{'name':'v'},'spec':{'capacity':{'storage':'1Gi'},'accessModes':['ReadWriteOnce'],
                 'hostPath':{'path':'/mine'}}}""");
        String other = users.send("admin", "GET", volume, "").body().replace("/mine", "/yours");
        assertThat(users.code("reporter", "PUT", volume + "/status/x", other)).isEqualTo(404);
        assertThat(users.code("reporter", "PUT", volume + "/status%2Fx", other)).isEqualTo(404);
        assertThat(users.code("reporter", "PUT", volume + "/status", other)).isEqualTo(200);
        assertThat(users.send("admin", "GET", volume, "").body())
                .contains("/mine")
                .doesNotContain("/yours");
    }

    /// Users have other rights for it, such as all of a group that they define.
    @Test
    void aResourceWithTheNameOfPodsIsNotAPod() throws Exception {
        users.create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", """
                {'metadata':{'name':'pods.example.com'},'spec':{'group':'example.com','scope':'Namespaced',
                 'names':{'plural':'pods','kind':'PeaPod'},'versions':[{'name':'v1','served':true,'storage':true,
                 'schema':{'openAPIV3Schema':{'type':'object'}}}]}}""");
        String peas = "/apis/example.com/v1/namespaces/default/pods";
        await().until(() -> users.get("admin", peas) == 200);
        users.create(peas, "{'apiVersion':'example.com/v1','kind':'PeaPod','metadata':{'name':'sweet'}}");
        users.create("/api/v1/namespaces/default/serviceaccounts", "{'metadata':{'name':'gardener'}}");
        users.create("/api/v1/namespaces/default/pods", """
                {'metadata':{'name':'sweet'},'spec':{'serviceAccountName':'gardener',
                 'containers':[{'name':'main','image':'x'}]}}""");
        users.allow("gardener", "'verbs':['*'],'apiGroups':['example.com'],'resources':['*']");

        assertThat(users.get("gardener", peas + "/sweet")).isEqualTo(200);
        for (String part : new String[] {"log", "exec", "attach", "portforward"}) {
            assertThat(users.get("gardener", peas + "/sweet/" + part)).isEqualTo(404);
            assertThat(users.get("gardener", "/api/v1/namespaces/default/pods/sweet/" + part))
                    .isEqualTo(403);
        }
    }

    @Test
    void aStreamIntoAContainerNeedsTheRightToCreateAlsoWhenItIsOpenedByGet() throws Exception {
        users.create("/api/v1/namespaces/default/serviceaccounts", "{'metadata':{'name':'default'}}");
        users.create(
                "/api/v1/namespaces/default/pods",
                "{'metadata':{'name':'p'},'spec':{'containers':[{'name':'main','image':'x'}]}}");
        String streams = "'apiGroups':[''],'resources':['pods/exec','pods/attach','pods/portforward']";
        users.allow("browser", "'verbs':['get','update']," + streams);
        users.allow("browser", "'verbs':['get'],'apiGroups':[''],'resources':['pods/log']");
        for (String part : new String[] {"exec", "attach", "portforward"}) {
            String path = "/api/v1/namespaces/default/pods/p/" + part;
            HttpResponse<String> refused = users.send("browser", "GET", path, "");
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.body())
                    .contains("User \\\"browser\\\" cannot create resource \\\"pods/" + part + "\\\"");
            assertThat(users.code("browser", "PUT", path, "")).isEqualTo(405);
        }
        assertThat(users.get("browser", "/api/v1/namespaces/default/pods/p/log"))
                .isEqualTo(204);

        users.allow("browser", "'verbs':['create']," + streams);
        HttpResponse<String> unplaced = users.send("browser", "GET", "/api/v1/namespaces/default/pods/p/exec", "");
        assertThat(unplaced.statusCode()).isEqualTo(400);
        assertThat(unplaced.body()).contains("does not have a host assigned");
    }
}

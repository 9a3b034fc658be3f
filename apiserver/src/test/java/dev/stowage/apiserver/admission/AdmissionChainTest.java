package dev.stowage.apiserver.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.ApiException.Cause;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.json.JsonTree;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Error messages are those of kube-apiserver 1.36.3.
final class AdmissionChainTest {
    private static final String POD =
            "{'metadata':{'name':'p','namespace':'default'},'spec':{%s'containers':[{'name':'c','image':'i'}]}}";

    private AdmissionFixture cluster = new AdmissionFixture();

    @BeforeEach
    void aClusterHasNamespacesAndAnAccount() throws Exception {
        cluster = new AdmissionFixture()
                .with("namespaces", "{'metadata':{'name':'default'},'status':{'phase':'Active'}}")
                .with("namespaces", "{'metadata':{'name':'ending'},'status':{'phase':'Terminating'}}")
                .with("serviceaccounts", "{'metadata':{'name':'default','namespace':'default'}}");
    }

    @Test
    void nothingIsCreatedInAMissingNamespace() {
        ApiException refusal = refused("configmaps", "{'metadata':{'name':'a','namespace':'nope'}}");

        assertThat(refusal.statusReason()).isEqualTo(StatusReason.NOT_FOUND);
        assertThat(refusal).hasMessage("namespaces \"nope\" not found");
    }

    @Test
    void nothingIsCreatedInATerminatingNamespace() {
        ApiException refusal = refused("configmaps", "{'metadata':{'name':'a','namespace':'ending'}}");

        assertThat(refusal.statusReason()).isEqualTo(StatusReason.FORBIDDEN);
        assertThat(refusal)
                .hasMessage("configmaps \"a\" is forbidden: unable to create new content in namespace ending because it"
                        + " is being terminated");
        assertThat(refusal.details().causes())
                .containsExactly(new Cause(
                        "NamespaceTerminating", "namespace ending is being terminated", "metadata.namespace"));
    }

    @Test
    void whatIsInANamespaceOnItsWayOutMayChangeAndGo() {
        String object = "{'metadata':{'name':'a','namespace':'ending'}}";
        assertThatCode(() -> {
                    cluster.update("configmaps", object, object);
                    cluster.delete("configmaps", object);
                })
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "kube-system", "kube-public"})
    void someNamespacesStayForever(String name) {
        ApiException refusal = catchThrowableOfType(
                ApiException.class, () -> cluster.delete("namespaces", "{'metadata':{'name':'" + name + "'}}"));

        assertThat(refusal)
                .hasMessage("namespaces \"%s\" is forbidden: this namespace may not be deleted".formatted(name));
    }

    @Test
    void otherNamespacesGo() {
        assertThatCode(() -> cluster.delete("namespaces", "{'metadata':{'name':'kube-node-lease'}}"))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'serviceAccountName':'x', | error looking up service account default/x: serviceaccount "x" not found
            'priorityClassName':'x',  | no PriorityClass with name x was found
            'priority':5,             | the integer value of priority (5) must not be provided in pod spec; priority admission controller computed 0 from the given PriorityClass name
            'preemptionPolicy':'Never', | the string value of PreemptionPolicy (Never) must not be provided in pod spec; priority admission controller computed PreemptLowerPriority from the given PriorityClass name
            'runtimeClassName':'x',   | pod rejected: RuntimeClass "x" not found
            'overhead':{'cpu':'1'},   | pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead
            """, quoteCharacter = '~')
    void aPodIsRefused(String field, String why) {
        assertThat(refused("pods", POD.formatted(field))).hasMessage("pods \"p\" is forbidden: " + why);
    }

    @Test
    void aGeneratedNameIsNotInTheMessage() {
        ApiException refusal = refused(
                "pods",
                "{'metadata':{'name':'p-x2r4m','generateName':'p-','namespace':'default'},"
                        + "'spec':{'serviceAccountName':'x'}}");

        assertThat(refusal)
                .hasMessage("pods \"p-\" is forbidden: error looking up service account default/x: serviceaccount"
                        + " \"x\" not found");
    }

    @Test
    void aPodGetsItsAccountAndToken() throws Exception {
        ObjectNode spec = (ObjectNode) cluster.create("pods", POD.formatted("")).get("spec");

        assertThat(JsonTree.text(spec, "serviceAccountName")).isEqualTo("default");
        assertThat(JsonTree.text(spec, "serviceAccount")).isEqualTo("default");
        JsonNode volume = spec.path("volumes").path(0);
        String name = JsonTree.text(volume, "name");
        assertThat(name).matches("kube-api-access-[bcdfghjklmnpqrstvwxz2456789]{5}");
        assertThat(volume.path("projected"))
                .isEqualTo(AdmissionFixture.object(
                        "{'sources':[{'serviceAccountToken':{'expirationSeconds':3607,'path':'token'}},"
                                + "{'configMap':{'name':'kube-root-ca.crt','items':[{'key':'ca.crt','path':'ca.crt'}]}},"
                                + "{'downwardAPI':{'items':[{'path':'namespace','fieldRef':{'apiVersion':'v1',"
                                + "'fieldPath':'metadata.namespace'}}]}}],'defaultMode':420}"));
        assertThat(spec.path("containers").path(0).path("volumeMounts").path(0))
                .isEqualTo(AdmissionFixture.object("{'name':'" + name + "','readOnly':true,"
                        + "'mountPath':'/var/run/secrets/kubernetes.io/serviceaccount'}"));
    }

    @Test
    void aPodMayDoWithoutAToken() throws Exception {
        ObjectNode pod = cluster.create("pods", POD.formatted("'automountServiceAccountToken':false,"));

        assertThat(pod.path("spec").has("volumes")).isFalse();
    }

    @Test
    void aPodToleratesTroubleForAWhile() throws Exception {
        ObjectNode pod = cluster.create(
                "pods", POD.formatted("'tolerations':[{'key':'node.kubernetes.io/unreachable','operator':'Exists'}],"));

        assertThat(pod.path("spec").path("tolerations"))
                .hasSize(2)
                .last()
                .isEqualTo(AdmissionFixture.object("{'key':'node.kubernetes.io/not-ready','operator':'Exists',"
                        + "'effect':'NoExecute','tolerationSeconds':300}"));
    }

    @Test
    void thePriorityComesFromTheClassOrTheDefault() throws Exception {
        cluster.with(
                        "priorityclasses.scheduling.k8s.io",
                        "{'metadata':{'name':'usual'},'value':7,'globalDefault':true,'preemptionPolicy':'Never'}")
                .with("priorityclasses.scheduling.k8s.io", "{'metadata':{'name':'high'},'value':900}");

        JsonNode high = cluster.create("pods", POD.formatted("'priorityClassName':'high',"))
                .path("spec");
        JsonNode usual = cluster.create("pods", POD.formatted("")).path("spec");

        assertThat(high.path("priority").asInt()).isEqualTo(900);
        assertThat(usual.path("priority").asInt()).isEqualTo(7);
        assertThat(JsonTree.text(usual, "priorityClassName")).isEqualTo("usual");
        assertThat(JsonTree.text(usual, "preemptionPolicy")).isEqualTo("Never");
    }

    @Test
    void thereIsOneDefaultPriority() throws Exception {
        cluster.with("priorityclasses.scheduling.k8s.io", "{'metadata':{'name':'d1'},'value':7,'globalDefault':true}");

        assertThat(refused("priorityclasses.scheduling.k8s.io", "{'metadata':{'name':'d2'},'globalDefault':true}"))
                .hasMessage("priorityclasses.scheduling.k8s.io \"d2\" is forbidden: PriorityClass d1 is already marked"
                        + " as default. Only one default can exist");
    }

    @Test
    void aNewNodeIsNotReady() throws Exception {
        ObjectNode node = cluster.create("nodes", "{'metadata':{'name':'n'}}");

        assertThat(node.path("spec"))
                .isEqualTo(AdmissionFixture.object(
                        "{'taints':[{'key':'node.kubernetes.io/not-ready','effect':'NoSchedule'}]}"));
    }

    @Test
    void aRuntimeClassBringsItsCostAndPlace() throws Exception {
        cluster.with(
                "runtimeclasses.node.k8s.io",
                "{'metadata':{'name':'vm'},'overhead':{'podFixed':{'cpu':'250m'}},'scheduling':{'nodeSelector':"
                        + "{'kind':'vm'},'tolerations':[{'key':'vm','operator':'Exists'}]}}");

        JsonNode spec = cluster.create("pods", POD.formatted("'runtimeClassName':'vm',"))
                .path("spec");

        assertThat(JsonTree.text(spec, "overhead", "cpu")).isEqualTo("250m");
        assertThat(JsonTree.text(spec, "nodeSelector", "kind")).isEqualTo("vm");
        assertThat(JsonTree.list(spec, "tolerations")).hasSize(3);
        assertThat(refused("pods", POD.formatted("'runtimeClassName':'vm','nodeSelector':{'kind':'x'},")))
                .hasMessage("pods \"p\" is forbidden: conflict: runtimeClass.scheduling.nodeSelector[kind] = vm;"
                        + " pod.spec.nodeSelector[kind] = x");
    }

    @Test
    void anIngressGetsTheDefaultClass() throws Exception {
        cluster.with(
                "ingressclasses.networking.k8s.io",
                "{'metadata':{'name':'web','annotations':{'ingressclass.kubernetes.io/is-default-class':'true'}}}");

        ObjectNode ingress =
                cluster.create("ingresses.networking.k8s.io", "{'metadata':{'name':'i','namespace':'default'}}");

        assertThat(JsonTree.text(ingress, "spec", "ingressClassName")).isEqualTo("web");
    }

    private ApiException refused(String resource, String object) {
        ApiException refusal = catchThrowableOfType(ApiException.class, () -> cluster.create(resource, object));
        assertThat(refusal).isNotNull();
        return refusal;
    }
}

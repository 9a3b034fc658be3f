package dev.stowage.apiserver.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.JsonTree;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Error messages are those of kube-apiserver 1.36.3.
final class StorageAdmissionTest {
    private static final String CLASSES = "storageclasses.storage.k8s.io";
    private static final String CLAIMS = "persistentvolumeclaims";
    private static final String DEFAULT = "storageclass.kubernetes.io/is-default-class";

    private AdmissionFixture cluster = new AdmissionFixture();

    @BeforeEach
    void aClusterHasANamespace() throws Exception {
        cluster = new AdmissionFixture().with("namespaces", "{'metadata':{'name':'default'}}");
    }

    @ParameterizedTest
    @CsvSource({
        "persistentvolumes, kubernetes.io/pv-protection",
        "persistentvolumeclaims, kubernetes.io/pvc-protection",
        "volumeattributesclasses.storage.k8s.io, kubernetes.io/vac-protection"
    })
    void whatIsInUseIsProtected(String resource, String finalizer) throws Exception {
        String namespace = resource.equals(CLAIMS) ? ",'namespace':'default'" : "";
        assertThat(finalizers(
                        cluster.create(resource, "{'metadata':{'name':'a','finalizers':['x/y']" + namespace + "}}")))
                .containsExactly("x/y", finalizer);
        assertThat(finalizers(cluster.create(
                        resource, "{'metadata':{'name':'a','finalizers':['" + finalizer + "']" + namespace + "}}")))
                .containsExactly(finalizer);
        assertThat(finalizers(cluster.update(
                        resource,
                        "{'metadata':{'name':'a'" + namespace + "}}",
                        "{'metadata':{'name':'a'" + namespace + "}}")))
                .isEmpty();
    }

    @Test
    void aClaimGetsTheNewestDefaultClass() throws Exception {
        cluster.with(CLASSES, storageClass("old", "2026-01-01T00:00:00Z", true))
                .with(CLASSES, storageClass("newer", "2026-01-02T00:00:00Z", true))
                .with(CLASSES, storageClass("also-newer", "2026-01-02T00:00:00Z", true))
                .with(CLASSES, storageClass("newest", "2026-01-03T00:00:00Z", false));

        assertThat(className("{}")).isEqualTo("also-newer");
        assertThat(className("{'storageClassName':'old'}")).isEqualTo("old");
        assertThat(className("{'storageClassName':''}")).isEmpty();
    }

    @Test
    void aClaimWithoutADefaultClassStaysWithout() throws Exception {
        cluster.with(CLASSES, storageClass("a", "2026-01-01T00:00:00Z", false));

        ObjectNode claim = cluster.create(CLAIMS, "{'metadata':{'name':'c','namespace':'default'},'spec':{}}");
        assertThat(claim.path("spec").has("storageClassName")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Pending | fast | Only bound persistent volume claims can be expanded
            Bound   | slow | only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize
            Bound   | gone | only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize
            Bound   | ''   | only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize
            """)
    void aClaimDoesNotGrow(String phase, String name, String why) throws Exception {
        cluster.with(CLASSES, "{'metadata':{'name':'fast'},'allowVolumeExpansion':true}")
                .with(CLASSES, "{'metadata':{'name':'slow'}}");

        ApiException refusal = catchThrowableOfType(
                ApiException.class, () -> cluster.update(CLAIMS, claim(phase, name, "2Gi"), claim(phase, name, "1Gi")));

        assertThat(refusal).hasMessage("persistentvolumeclaims \"c\" is forbidden: " + why);
    }

    @Test
    void aBoundClaimGrowsWhenItsClassAllowsIt() throws Exception {
        cluster.with(CLASSES, "{'metadata':{'name':'fast'},'allowVolumeExpansion':true}");

        assertThatCode(() -> {
                    cluster.update(CLAIMS, claim("Bound", "fast", "2Gi"), claim("Bound", "fast", "1Gi"));
                    cluster.update(CLAIMS, claim("Bound", "gone", "1024Mi"), claim("Bound", "gone", "1Gi"));
                })
                .doesNotThrowAnyException();
    }

    @Test
    void aRangeLimitsClaims() throws Exception {
        cluster.with(
                "limitranges",
                "{'metadata':{'name':'l','namespace':'default'},'spec':{'limits':[{'type':'PersistentVolumeClaim',"
                        + "'min':{'storage':'2Mi'},'max':{'storage':'1Gi'}}]}}");

        assertThat(refused(claim("Pending", "a", "3Gi")))
                .hasMessage("persistentvolumeclaims \"c\" is forbidden: maximum storage usage per PersistentVolumeClaim"
                        + " is 1Gi, but request is 3Gi");
        assertThat(refused(claim("Pending", "a", "1Mi")))
                .hasMessage("persistentvolumeclaims \"c\" is forbidden: minimum storage usage per PersistentVolumeClaim"
                        + " is 2Mi, but request is 1Mi");
    }

    @Test
    void aRangeCompletesContainers() throws Exception {
        cluster.with("serviceaccounts", "{'metadata':{'name':'default','namespace':'default'}}")
                .with(
                        "limitranges",
                        "{'metadata':{'name':'l','namespace':'default'},'spec':{'limits':[{'type':'Container',"
                                + "'default':{'cpu':'1'},'defaultRequest':{'cpu':'500m'},'max':{'cpu':'2'}}]}}");

        String pod = "{'metadata':{'name':'p','namespace':'default'},'spec':{'containers':[{'name':'c'%s}]}}";
        ObjectNode made = cluster.create("pods", pod.formatted(""));

        assertThat(made.path("spec").path("containers").path(0).path("resources"))
                .isEqualTo(AdmissionFixture.object("{'limits':{'cpu':'1'},'requests':{'cpu':'500m'}}"));
        assertThat(JsonTree.text(made, "metadata", "annotations", "kubernetes.io/limit-ranger"))
                .isEqualTo("LimitRanger plugin set: cpu request for container c; cpu limit for container c");
        ApiException refusal = catchThrowableOfType(
                ApiException.class, () -> cluster.create("pods", pod.formatted(",'resources':{'limits':{'cpu':'3'}}")));
        assertThat(refusal).hasMessage("pods \"p\" is forbidden: maximum cpu usage per Container is 2, but limit is 3");
    }

    @Test
    void aQuotaLimitsClaims() throws Exception {
        cluster.with(
                        "resourcequotas",
                        "{'metadata':{'name':'q','namespace':'default'},'spec':{'hard':{'requests.storage':'3Gi',"
                                + "'count/configmaps':'0'}}}")
                .with(CLAIMS, claim("Bound", "a", "2Gi").replace("'c'", "'other'"));

        assertThatCode(() -> cluster.create(CLAIMS, claim("Pending", "a", "1Gi")))
                .doesNotThrowAnyException();
        assertThat(refused(claim("Pending", "a", "2Gi")))
                .hasMessage("persistentvolumeclaims \"c\" is forbidden: exceeded quota: q, requested:"
                        + " requests.storage=2Gi, used: requests.storage=2Gi, limited: requests.storage=3Gi");
        ApiException refusal = catchThrowableOfType(
                ApiException.class,
                () -> cluster.create("configmaps", "{'metadata':{'name':'m','namespace':'default'}}"));
        assertThat(refusal)
                .hasMessage("configmaps \"m\" is forbidden: exceeded quota: q, requested: count/configmaps=1, used:"
                        + " count/configmaps=0, limited: count/configmaps=0");
    }

    private ApiException refused(String claim) {
        ApiException refusal = catchThrowableOfType(ApiException.class, () -> cluster.create(CLAIMS, claim));
        assertThat(refusal).isNotNull();
        return refusal;
    }

    private String className(String spec) throws Exception {
        ObjectNode claim =
                cluster.create(CLAIMS, "{'metadata':{'name':'c','namespace':'default'},'spec':" + spec + "}");
        return JsonTree.text(claim, "spec", "storageClassName");
    }

    private static String storageClass(String name, String since, boolean isDefault) {
        return "{'metadata':{'name':'%s','creationTimestamp':'%s','annotations':{'%s':'%s'}}}"
                .formatted(name, since, DEFAULT, isDefault);
    }

    private static String claim(String phase, String name, String size) {
        return ("{'metadata':{'name':'c','namespace':'default'},'spec':{'storageClassName':'%s','resources':"
                        + "{'requests':{'storage':'%s'}}},'status':{'phase':'%s'}}")
                .formatted(name, size, phase);
    }

    private static List<String> finalizers(JsonNode object) {
        List<String> finalizers = new ArrayList<>();
        JsonTree.list(object, "metadata", "finalizers").forEach(each -> finalizers.add(each.asText()));
        return finalizers;
    }
}

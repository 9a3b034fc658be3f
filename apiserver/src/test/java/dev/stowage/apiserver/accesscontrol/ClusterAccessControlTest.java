package dev.stowage.apiserver.accesscontrol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.x509.CertificateKeyPair;
import dev.stowage.x509.CertificateProfile;
import dev.stowage.x509.PkiDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ClusterAccessControlTest {
    private static final UserInfo JOE = new UserInfo("joe", "", List.of("devs", UserInfo.AUTHENTICATED), Map.of());
    private static final UserInfo ADMIN =
            new UserInfo("admin", "", List.of(UserInfo.MASTERS, UserInfo.AUTHENTICATED), Map.of());

    @TempDir
    private Path folder;

    private ClusterFixture clusterFixture;
    private ClusterAccessControl access;

    @BeforeEach
    void open() throws Exception {
        clusterFixture = new ClusterFixture(folder);
        access = clusterFixture.access();
    }

    @AfterEach
    void close() throws Exception {
        clusterFixture.close();
    }

    private UserInfo with(String header) throws ApiException {
        return access.authenticate(Optional.empty(), Optional.of(header));
    }

    private UserInfo with(CertificateKeyPair client) throws ApiException {
        return access.authenticate(Optional.of(client.certificate()), Optional.empty());
    }

    private void assertRefused(CertificateKeyPair client) {
        assertThatThrownBy(() -> with(client))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.statusReason()).isEqualTo(StatusReason.UNAUTHORIZED));
    }

    @Test
    void aCertificateNamesUserAndGroups() throws Exception {
        UserInfo userInfo = with(
                clusterFixture.pkiDirectory().sign(CertificateProfile.client("jo, the \"first\"", "a,b", "c+d", "ü")));
        assertThat(userInfo.name()).isEqualTo("jo, the \"first\"");
        assertThat(userInfo.groups()).containsExactly("a,b", "c+d", "ü", UserInfo.AUTHENTICATED);
        assertThat(userInfo.extra().get(UserInfo.CREDENTIAL_ID))
                .singleElement()
                .asString()
                .startsWith("X509SHA256=");
    }

    @Test
    void aCertificateOfAnotherAuthorityIsRefused() throws Exception {
        PkiDirectory other = PkiDirectory.open(folder.resolve("other"), clusterFixture.clock());
        assertRefused(other.sign(CertificateProfile.client("admin", UserInfo.MASTERS)));
    }

    @Test
    void aCertificateEndsWithItsTimeAlsoWhenItIsKnown() throws Exception {
        CertificateKeyPair client = clusterFixture.pkiDirectory().sign(CertificateProfile.client("jo"));
        with(client);
        clusterFixture.advance(Duration.ofDays(366));
        assertRefused(client);
    }

    @Test
    void aServerCertificateIsNotAClientCertificate() throws Exception {
        assertRefused(
                clusterFixture.pkiDirectory().sign(CertificateProfile.server("system:masters", PkiDirectory.NAMES)));
    }

    @Test
    void theAdministratorsTokenIsKeptForTheOwnerOnly() throws Exception {
        Path file = folder.resolve("admin.token");
        String token = Files.readString(file).strip();
        assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
        assertThat(with("Bearer " + token).isMaster()).isTrue();
        assertThat(with("bearer " + token).isMaster()).isTrue();
        assertThatThrownBy(() -> with("Bearer " + token.substring(1))).hasMessage("Unauthorized");
    }

    @Test
    void aBadCertificateDoesNotSpoilAGoodToken() throws Exception {
        PkiDirectory other = PkiDirectory.open(folder.resolve("other"), clusterFixture.clock());
        CertificateKeyPair foreign = other.sign(CertificateProfile.client("x"));
        String token = Files.readString(folder.resolve("admin.token")).strip();
        assertThat(access.authenticate(Optional.of(foreign.certificate()), Optional.of("Bearer " + token))
                        .isMaster())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"Basic dXNlcg==", "Bearer", "'Bearer '", "''", "Negotiate x"})
    void aHeaderThatIsNotATokenIsNotAuthenticated(String header) throws Exception {
        assertThat(with(header)).isEqualTo(UserInfo.ANONYMOUS);
    }

    @ParameterizedTest
    @CsvSource({
        "get,/version,true", "get,/healthz,true", "get,/livez,true", "get,/readyz,true", "get,/api,false",
        "get,/apis,false", "get,/metrics,false", "post,/version,false", "get,/openapi/v2,false",
                "get,/healthz/etcd,false"
    })
    void nobodySeesVersionAndHealthOnly(String verb, String path, boolean allowed) {
        assertThat(access.authorize(UserInfo.ANONYMOUS, AuthorizationAttributes.onPath(verb, path))
                        .allowed())
                .isEqualTo(allowed);
    }

    @Test
    void aDenialSaysWhoWhatAndWhere() {
        assertThatThrownBy(() -> access.require(
                        JOE, AuthorizationAttributes.onResource("list", "", "v1", "pods", "", "default", "")))
                .hasMessage("pods is forbidden: User \"joe\" cannot list resource \"pods\" in API group \"\" in the"
                        + " namespace \"default\"");
        assertThatThrownBy(() -> access.require(
                        JOE, AuthorizationAttributes.onResource("get", "", "v1", "pods", "log", "a", "x")))
                .hasMessage("pods \"x\" is forbidden: User \"joe\" cannot get resource \"pods/log\" in API group \"\""
                        + " in the namespace \"a\"");
        assertThatThrownBy(() -> access.require(
                        JOE, AuthorizationAttributes.onResource("list", "apps", "v1", "deployments", "", "", "")))
                .hasMessage("deployments.apps is forbidden: User \"joe\" cannot list resource \"deployments\" in API"
                        + " group \"apps\" at the cluster scope");
        assertThatThrownBy(() -> access.require(JOE, AuthorizationAttributes.onPath("get", "/logs")))
                .hasMessage("forbidden: User \"joe\" cannot get path \"/logs\"");
    }

    private UserInfo impersonate(UserInfo userInfo, String... headers) throws ApiException {
        return access.impersonate(
                userInfo,
                List.of(headers).stream()
                        .map(header -> Map.entry(header.split("=", -1)[0], header.split("=", -1)[1]))
                        .toList());
    }

    @Test
    void theAdministratorActsForOthers() throws Exception {
        assertThat(impersonate(ADMIN, "Impersonate-User=system:serviceaccount:a:b")
                        .groups())
                .containsExactly("system:serviceaccounts", "system:serviceaccounts:a", UserInfo.AUTHENTICATED);
        UserInfo jane = impersonate(
                ADMIN,
                "impersonate-user=jane",
                "Impersonate-Group=x",
                "Impersonate-Group=y",
                "Impersonate-Uid=7",
                "Impersonate-Extra-Acme.test%2fscope=all");
        assertThat(jane.groups()).containsExactly("x", "y", UserInfo.AUTHENTICATED);
        assertThat(jane.uid()).isEqualTo("7");
        assertThat(jane.extra()).containsEntry("acme.test/scope", List.of("all"));
        assertThat(impersonate(ADMIN, "Impersonate-User=system:anonymous").groups())
                .containsExactly(UserInfo.UNAUTHENTICATED);
    }

    @Test
    void othersActForWhomRulesAllow() throws Exception {
        assertThatThrownBy(() -> impersonate(JOE, "Impersonate-User=jane"))
                .hasMessage("users \"jane\" is forbidden: User \"joe\" cannot impersonate resource \"users\" in API"
                        + " group \"\" at the cluster scope");
        clusterFixture.put("{'kind':'ClusterRole','metadata':{'name':'as-jane'},'rules':[{'verbs':['impersonate'],"
                + "'apiGroups':[''],'resources':['users'],'resourceNames':['jane']}]}");
        clusterFixture.put("{'kind':'ClusterRoleBinding','metadata':{'name':'as-jane'},'roleRef':{'kind':'ClusterRole',"
                + "'name':'as-jane'},'subjects':[{'kind':'User','name':'joe'}]}");
        assertThat(impersonate(JOE, "Impersonate-User=jane").name()).isEqualTo("jane");
        assertThatThrownBy(() -> impersonate(JOE, "Impersonate-User=jane", "Impersonate-Group=system:masters"))
                .hasMessageContaining("groups \"system:masters\" is forbidden");
        assertThatThrownBy(() -> impersonate(ADMIN, "Impersonate-Group=x"))
                .hasMessageContaining("without impersonating");
    }

    private ObjectNode review(String kind, String json, UserInfo userInfo) throws Exception {
        return access.review(kind, "default", ClusterFixture.read(json), userInfo);
    }

    @Test
    void reviewsAnswerAsARequestWouldFare() throws Exception {
        String pods = "{'spec':{'resourceAttributes':{'verb':'get','resource':'pods','namespace':'default'}}}";
        assertThat(review("SelfSubjectAccessReview", pods, ADMIN).path("status"))
                .hasToString("{\"allowed\":true}");
        assertThat(review("SelfSubjectAccessReview", pods, JOE).path("status")).hasToString("{\"allowed\":false}");
        String node = "{'spec':{'user':'%s','groups':['system:nodes'],'resourceAttributes':{'verb':'get',"
                + "'resource':'nodes','name':'n'}}}";
        assertThat(review("SubjectAccessReview", node.formatted("system:node:n"), ADMIN)
                        .path("status"))
                .hasToString("{\"allowed\":true}");
        assertThat(review("SubjectAccessReview", node.formatted("k"), ADMIN).path("status"))
                .hasToString("{\"allowed\":false}");
        assertThat(review("SubjectAccessReview", node.formatted("system:node:other"), ADMIN)
                        .at("/status/reason")
                        .asText())
                .isEqualTo("node 'other' cannot read 'n', only its own Node object");
        String path = "{'spec':{'nonResourceAttributes':{'verb':'get','path':'/api/v1'}}}";
        assertThat(review("SelfSubjectAccessReview", path, JOE)
                        .at("/status/allowed")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void reviewsWithoutAQuestionAreRefused() {
        assertThatThrownBy(() -> review("SubjectAccessReview", "{'spec':{}}", ADMIN))
                .hasMessage(".authorization.k8s.io \"\" is invalid: [spec.resourceAttributes: Invalid value: null:"
                        + " exactly one of nonResourceAttributes or resourceAttributes must be specified, spec.user:"
                        + " Invalid value: \"\": at least one of user or group must be specified]");
        assertThatThrownBy(() -> review(
                        "LocalSubjectAccessReview",
                        "{'spec':{'user':'a','resourceAttributes':{'namespace':'other','verb':'get'}}}",
                        ADMIN))
                .hasMessageContaining("must match metadata.namespace");
        assertThatThrownBy(() -> review("SelfSubjectRulesReview", "{'spec':{}}", ADMIN))
                .hasMessage("no namespace on request");
        assertThatThrownBy(() -> review("TokenReview", "{'spec':{}}", ADMIN))
                .hasMessage("token is required for TokenReview in authentication");
    }

    @Test
    void rulesAreListed() throws Exception {
        ObjectNode answer = review("SelfSubjectRulesReview", "{'spec':{'namespace':'default'}}", JOE);
        assertThat(answer.at("/status/resourceRules/0/resources").toString())
                .isEqualTo("[\"selfsubjectaccessreviews\",\"selfsubjectrulesreviews\"]");
        assertThat(answer.at("/status/nonResourceRules")).hasSize(2);
        assertThat(answer.at("/status/incomplete").asBoolean()).isFalse();
    }

    @Test
    void theRulesOfANodeAreNotAWholeList() throws Exception {
        UserInfo node = new UserInfo("system:node:n", "", List.of(UserInfo.NODES), Map.of());
        ObjectNode answer = review("SelfSubjectRulesReview", "{'spec':{'namespace':'default'}}", node);
        assertThat(answer.at("/status/incomplete").asBoolean()).isTrue();
        assertThat(answer.at("/status/evaluationError").asText())
                .isEqualTo("node authorizer does not support user rule resolution");
    }

    @Test
    void aReviewMayNameTheFieldsThatARequestSelects() throws Exception {
        String pods = "{'spec':{'user':'system:node:n','groups':['system:nodes'],'resourceAttributes':{'verb':'list',"
                + "'resource':'pods','fieldSelector':%s}}}";
        String one = "{'requirements':[{'key':'spec.nodeName','operator':'In','values':['%s']}]}";
        for (String own : List.of(one.formatted("n"), "{'rawSelector':'spec.nodeName=n'}")) {
            assertThat(review("SubjectAccessReview", pods.formatted(own), ADMIN)
                            .at("/status/allowed")
                            .asBoolean())
                    .isTrue();
        }
        for (String other : List.of(one.formatted("m"), "{'rawSelector':'spec.nodeName!=n'}")) {
            assertThat(review("SubjectAccessReview", pods.formatted(other), ADMIN)
                            .at("/status/allowed")
                            .asBoolean())
                    .isFalse();
        }
    }

    @Test
    void oneLearnsWhoOneIs() throws Exception {
        assertThat(review("SelfSubjectReview", "{}", JOE).at("/status/userInfo").toString())
                .isEqualTo("{\"username\":\"joe\",\"groups\":[\"devs\",\"system:authenticated\"]}");
    }
}

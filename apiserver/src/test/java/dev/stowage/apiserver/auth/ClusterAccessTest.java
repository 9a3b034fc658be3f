package dev.stowage.apiserver.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.auth.pki.Identity;
import dev.stowage.apiserver.auth.pki.Pki;
import dev.stowage.apiserver.auth.pki.Profile;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.failure.Reason;
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

final class ClusterAccessTest {
    private static final User JOE = new User("joe", "", List.of("devs", User.AUTHENTICATED), Map.of());
    private static final User ADMIN = new User("admin", "", List.of(User.MASTERS, User.AUTHENTICATED), Map.of());

    @TempDir
    private Path folder;

    private Fixture fixture;
    private ClusterAccess access;

    @BeforeEach
    void open() throws Exception {
        fixture = new Fixture(folder);
        access = fixture.access();
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }

    private User with(String header) throws ApiException {
        return access.authenticate(Optional.empty(), Optional.of(header));
    }

    private User with(Identity identity) throws ApiException {
        return access.authenticate(Optional.of(identity.certificate()), Optional.empty());
    }

    private void assertRefused(Identity identity) {
        assertThatThrownBy(() -> with(identity))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNAUTHORIZED));
    }

    @Test
    void aCertificateNamesUserAndGroups() throws Exception {
        User user = with(fixture.pki().sign(Profile.client("jo, the \"first\"", "a,b", "c+d", "ü")));
        assertThat(user.name()).isEqualTo("jo, the \"first\"");
        assertThat(user.groups()).containsExactly("a,b", "c+d", "ü", User.AUTHENTICATED);
        assertThat(user.extra().get(User.CREDENTIAL_ID))
                .singleElement()
                .asString()
                .startsWith("X509SHA256=");
    }

    @Test
    void aCertificateOfAnotherAuthorityIsRefused() throws Exception {
        Pki other = Pki.open(folder.resolve("other"), fixture.clock());
        assertRefused(other.sign(Profile.client("admin", User.MASTERS)));
    }

    @Test
    void aCertificateEndsWithItsTimeAlsoWhenItIsKnown() throws Exception {
        Identity identity = fixture.pki().sign(Profile.client("jo"));
        with(identity);
        fixture.advance(Duration.ofDays(366));
        assertRefused(identity);
    }

    @Test
    void aServersCertificateIsNoClient() throws Exception {
        assertRefused(fixture.pki().sign(Profile.server("system:masters", Pki.NAMES)));
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
        Pki other = Pki.open(folder.resolve("other"), fixture.clock());
        Identity foreign = other.sign(Profile.client("x"));
        String token = Files.readString(folder.resolve("admin.token")).strip();
        assertThat(access.authenticate(Optional.of(foreign.certificate()), Optional.of("Bearer " + token))
                        .isMaster())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"Basic dXNlcg==", "Bearer", "'Bearer '", "''", "Negotiate x"})
    void whatIsNoTokenIsNobody(String header) throws Exception {
        assertThat(with(header)).isEqualTo(User.ANONYMOUS);
    }

    @ParameterizedTest
    @CsvSource({
        "get,/version,true", "get,/healthz,true", "get,/livez,true", "get,/readyz,true", "get,/api,false",
        "get,/apis,false", "get,/metrics,false", "post,/version,false", "get,/openapi/v2,false",
                "get,/healthz/etcd,false"
    })
    void nobodySeesVersionAndHealthOnly(String verb, String path, boolean allowed) {
        assertThat(access.authorize(User.ANONYMOUS, Action.onPath(verb, path)).allowed())
                .isEqualTo(allowed);
    }

    @Test
    void aDenialSaysWhoWhatAndWhere() {
        assertThatThrownBy(() -> access.require(JOE, Action.onResource("list", "", "v1", "pods", "", "default", "")))
                .hasMessage("pods is forbidden: User \"joe\" cannot list resource \"pods\" in API group \"\" in the"
                        + " namespace \"default\"");
        assertThatThrownBy(() -> access.require(JOE, Action.onResource("get", "", "v1", "pods", "log", "a", "x")))
                .hasMessage("pods \"x\" is forbidden: User \"joe\" cannot get resource \"pods/log\" in API group \"\""
                        + " in the namespace \"a\"");
        assertThatThrownBy(
                        () -> access.require(JOE, Action.onResource("list", "apps", "v1", "deployments", "", "", "")))
                .hasMessage("deployments.apps is forbidden: User \"joe\" cannot list resource \"deployments\" in API"
                        + " group \"apps\" at the cluster scope");
        assertThatThrownBy(() -> access.require(JOE, Action.onPath("get", "/logs")))
                .hasMessage("forbidden: User \"joe\" cannot get path \"/logs\"");
    }

    private User impersonate(User user, String... headers) throws ApiException {
        return access.impersonate(
                user,
                List.of(headers).stream()
                        .map(header -> Map.entry(header.split("=", -1)[0], header.split("=", -1)[1]))
                        .toList());
    }

    @Test
    void theAdministratorActsForOthers() throws Exception {
        assertThat(impersonate(ADMIN, "Impersonate-User=system:serviceaccount:a:b")
                        .groups())
                .containsExactly("system:serviceaccounts", "system:serviceaccounts:a", User.AUTHENTICATED);
        User jane = impersonate(
                ADMIN,
                "impersonate-user=jane",
                "Impersonate-Group=x",
                "Impersonate-Group=y",
                "Impersonate-Uid=7",
                "Impersonate-Extra-Acme.test%2fscope=all");
        assertThat(jane.groups()).containsExactly("x", "y", User.AUTHENTICATED);
        assertThat(jane.uid()).isEqualTo("7");
        assertThat(jane.extra()).containsEntry("acme.test/scope", List.of("all"));
        assertThat(impersonate(ADMIN, "Impersonate-User=system:anonymous").groups())
                .containsExactly(User.UNAUTHENTICATED);
    }

    @Test
    void othersActForWhomRulesAllow() throws Exception {
        assertThatThrownBy(() -> impersonate(JOE, "Impersonate-User=jane"))
                .hasMessage("users \"jane\" is forbidden: User \"joe\" cannot impersonate resource \"users\" in API"
                        + " group \"\" at the cluster scope");
        fixture.put("{'kind':'ClusterRole','metadata':{'name':'as-jane'},'rules':[{'verbs':['impersonate'],"
                + "'apiGroups':[''],'resources':['users'],'resourceNames':['jane']}]}");
        fixture.put("{'kind':'ClusterRoleBinding','metadata':{'name':'as-jane'},'roleRef':{'kind':'ClusterRole',"
                + "'name':'as-jane'},'subjects':[{'kind':'User','name':'joe'}]}");
        assertThat(impersonate(JOE, "Impersonate-User=jane").name()).isEqualTo("jane");
        assertThatThrownBy(() -> impersonate(JOE, "Impersonate-User=jane", "Impersonate-Group=system:masters"))
                .hasMessageContaining("groups \"system:masters\" is forbidden");
        assertThatThrownBy(() -> impersonate(ADMIN, "Impersonate-Group=x"))
                .hasMessageContaining("without impersonating");
    }

    private ObjectNode review(String kind, String json, User user) throws Exception {
        return access.review(kind, "default", Fixture.read(json), user);
    }

    @Test
    void reviewsAnswerAsARequestWouldFare() throws Exception {
        String pods = "{'spec':{'resourceAttributes':{'verb':'get','resource':'pods','namespace':'default'}}}";
        assertThat(review("SelfSubjectAccessReview", pods, ADMIN).path("status"))
                .hasToString("{\"allowed\":true}");
        assertThat(review("SelfSubjectAccessReview", pods, JOE).path("status")).hasToString("{\"allowed\":false}");
        String nodes = "{'spec':{'user':'k','groups':['system:nodes'],'resourceAttributes':{'verb':'get',"
                + "'resource':'nodes','name':'n'}}}";
        assertThat(review("SubjectAccessReview", nodes, ADMIN)
                        .at("/status/reason")
                        .asText())
                .isEqualTo("RBAC: allowed by ClusterRoleBinding \"system:node\" of ClusterRole \"system:node\" to Group"
                        + " \"system:nodes\"");
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
    void oneLearnsWhoOneIs() throws Exception {
        assertThat(review("SelfSubjectReview", "{}", JOE).at("/status/userInfo").toString())
                .isEqualTo("{\"username\":\"joe\",\"groups\":[\"devs\",\"system:authenticated\"]}");
    }
}

package dev.stowage.apiserver.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.accesscontrol.ClusterFixture;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ServiceAccountTokenTest {
    private static final String ISSUER = "https://kubernetes.default.svc.cluster.local";

    @TempDir
    private Path folder;

    private ClusterFixture clusterFixture;
    private TokenKeys keys;
    private ObjectNode account;

    @BeforeEach
    void open() throws Exception {
        clusterFixture = new ClusterFixture(folder);
        keys = new TokenKeys(clusterFixture.pkiDirectory().keys("sa"));
        account = clusterFixture.put(
                "{'kind':'ServiceAccount','metadata':{'name':'x','namespace':'default','uid':'u1'}}");
    }

    @AfterEach
    void close() throws Exception {
        clusterFixture.close();
    }

    private ObjectNode request(String spec) throws Exception {
        return clusterFixture
                .access()
                .issue(account, ClusterFixture.read("{'kind':'TokenRequest','spec':" + spec + "}"), UserInfo.SERVER);
    }

    private String token(String spec) throws Exception {
        return JsonTree.text(request(spec), "status", "token");
    }

    private UserInfo use(String token) throws ApiException {
        return clusterFixture.access().authenticate(Optional.empty(), Optional.of("Bearer " + token));
    }

    private void assertRefused(String token) {
        assertThatThrownBy(() -> use(token)).isInstanceOf(ApiException.class).hasMessage("Unauthorized");
    }

    private String why(String token) throws Exception {
        ObjectNode review = ClusterFixture.read("{'kind':'TokenReview','spec':{}}");
        JsonTree.ensure(review, "spec").put("token", token);
        ObjectNode answer = clusterFixture.access().review("TokenReview", "", review, UserInfo.SERVER);
        assertThat(JsonTree.flag(answer, "status", "authenticated")).isFalse();
        return JsonTree.text(answer, "status", "error");
    }

    private ObjectNode claims(String token) throws Exception {
        return (ObjectNode) Json.read(Base64.getUrlDecoder().decode(token.split("\\.", -1)[1]));
    }

    @Test
    void aTokenSaysWhoseItIsAndForWhom() throws Exception {
        ObjectNode answer = request("{}");
        ObjectNode claims = claims(JsonTree.text(answer, "status", "token"));

        assertThat(JsonTree.text(answer, "status", "expirationTimestamp")).isEqualTo("2026-06-01T13:00:00Z");
        assertThat(answer.at("/spec/expirationSeconds").asLong()).isEqualTo(3600);
        assertThat(answer.at("/spec/audiences/0").asText()).isEqualTo(ISSUER);
        assertThat(answer.at("/metadata/uid").asText()).isEqualTo("u1");
        assertThat(claims.remove("jti").asText()).hasSize(36);
        assertThat(claims)
                .isEqualTo(ClusterFixture.read(
                        "{'aud':['" + ISSUER + "'],'exp':1780318800,'iat':1780315200,'iss':'" + ISSUER
                                + "','kubernetes.io':{'namespace':'default','serviceaccount':{'name':'x','uid':'u1'}},"
                                + "'nbf':1780315200,'sub':'system:serviceaccount:default:x'}"));
    }

    @Test
    void aTokenIsItsAccountsUser() throws Exception {
        UserInfo userInfo = use(token("{}"));
        assertThat(userInfo.name()).isEqualTo("system:serviceaccount:default:x");
        assertThat(userInfo.uid()).isEqualTo("u1");
        assertThat(userInfo.groups())
                .containsExactly("system:serviceaccounts", "system:serviceaccounts:default", "system:authenticated");
        assertThat(userInfo.extra()).containsOnlyKeys("authentication.kubernetes.io/credential-id");
    }

    @Test
    void aTokenOfAPodNamesPodAndNode() throws Exception {
        clusterFixture.put("{'kind':'Node','metadata':{'name':'n','uid':'un'}}");
        clusterFixture.put("{'kind':'Pod','metadata':{'name':'p','namespace':'default','uid':'up'},"
                + "'spec':{'serviceAccountName':'x','nodeName':'n'}}");

        String token = token("{'boundObjectRef':{'kind':'Pod','apiVersion':'v1','name':'p','uid':'up'}}");

        assertThat(claims(token).at("/kubernetes.io/node")).isEqualTo(ClusterFixture.read("{'name':'n','uid':'un'}"));
        assertThat(use(token).extra())
                .containsEntry("authentication.kubernetes.io/pod-name", List.of("p"))
                .containsEntry("authentication.kubernetes.io/node-name", List.of("n"));
        clusterFixture.remove("pods", "default", "p");
        assertRefused(token);
        clusterFixture.put("{'kind':'Pod','metadata':{'name':'p','namespace':'default','uid':'other'},'spec':{}}");
        assertThat(why(token)).isEqualTo("pod UID (other) does not match service account pod ref claim (up)");
    }

    @Test
    void whatAPodAsksForByItselfLastsLongerThanItSays() throws Exception {
        clusterFixture.put("{'kind':'Pod','metadata':{'name':'p','namespace':'default','uid':'up'},"
                + "'spec':{'serviceAccountName':'x'}}");
        ObjectNode answer =
                request("{'expirationSeconds':3607,'boundObjectRef':{'kind':'Pod','apiVersion':'v1','name':'p'}}");
        ObjectNode claims = claims(JsonTree.text(answer, "status", "token"));
        assertThat(JsonTree.text(answer, "status", "expirationTimestamp")).isEqualTo("2026-06-01T13:00:07Z");
        assertThat(claims.path("exp").asLong() - claims.path("iat").asLong()).isEqualTo(365 * 24 * 3600);
        assertThat(claims.at("/kubernetes.io/warnafter").asLong())
                .isEqualTo(claims.path("iat").asLong() + 3607);
    }

    @Test
    void aTokenEndsWithItsTime() throws Exception {
        String token = token("{'expirationSeconds':600}");
        clusterFixture.advance(Duration.ofMinutes(10));
        use(token);
        clusterFixture.advance(Duration.ofSeconds(61));
        assertRefused(token);
        assertThat(why(token)).isEqualTo("service account token has expired");
    }

    @Test
    void aTokenOfTheFutureIsRejected() throws Exception {
        String token = token("{}");
        clusterFixture.advance(Duration.ofMinutes(-2));
        assertThat(why(token)).isEqualTo("service account token is not valid yet");
    }

    @Test
    void aTokenEndsWithItsAccount() throws Exception {
        String token = token("{}");
        use(token);
        clusterFixture.remove("serviceaccounts", "default", "x");
        assertRefused(token);
        clusterFixture.put("{'kind':'ServiceAccount','metadata':{'name':'x','namespace':'default','uid':'u2'}}");
        assertThat(why(token)).isEqualTo("service account UID (u2) does not match claim (u1)");
    }

    @Test
    void anAccountInDeletionForAMinuteCountsAsDeleted() throws Exception {
        String token = token("{}");
        clusterFixture.put("{'kind':'ServiceAccount','metadata':{'name':'x','namespace':'default','uid':'u1',"
                + "'deletionTimestamp':'2026-06-01T12:00:00Z'}}");
        use(token);
        clusterFixture.advance(Duration.ofSeconds(61));
        assertRefused(token);
    }

    @Test
    void aTokenForOtherAudiencesIsRejected() throws Exception {
        String token = token("{'audiences':['vault']}");
        assertRefused(token);
        assertThat(why(token))
                .isEqualTo("token audiences [\"vault\"] is invalid for the target audiences [\"" + ISSUER + "\"]");
        ObjectNode review = ClusterFixture.read(
                "{'kind':'TokenReview','spec':{'token':'" + token + "','audiences':['vault','b']}}");
        ObjectNode answer = clusterFixture.access().review("TokenReview", "", review, UserInfo.SERVER);
        assertThat(answer.at("/status/authenticated").asBoolean()).isTrue();
        assertThat(answer.at("/status/audiences")).hasToString("[\"vault\"]");
    }

    @Test
    void aTokenWithoutASignatureIsRejected() throws Exception {
        String[] parts = token("{}").split("\\.", -1);
        assertRefused(parts[0] + "." + parts[1] + ".");
        assertRefused(parts[0] + "." + parts[1]);
        assertRefused(header("none") + "." + parts[1] + ".");
        assertRefused(header("NONE") + "." + parts[1] + "." + parts[2]);
    }

    @Test
    void thePublicKeyIsNotASharedSecret() throws Exception {
        String body = header("HS256") + "." + token("{}").split("\\.", -1)[1];
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(
                clusterFixture.pkiDirectory().keys("sa").getPublic().getEncoded(), "HmacSHA256"));
        byte[] signed = mac.doFinal(body.getBytes(StandardCharsets.US_ASCII));
        assertRefused(body + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(signed));
    }

    private static String header(String algorithm) {
        String header = "{\"alg\":\"%s\"}".formatted(algorithm);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(header.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void changedClaimsAreNotBelieved() throws Exception {
        String[] parts = token("{}").split("\\.", -1);
        ObjectNode claims = claims(String.join(".", parts));
        claims.put("sub", "system:serviceaccount:kube-system:admin");
        String changed = Base64.getUrlEncoder().withoutPadding().encodeToString(Json.write(claims));
        assertRefused(parts[0] + "." + changed + "." + parts[2]);
    }

    @Test
    void aTokenOfAnotherKeyIsRejected() throws Exception {
        KeyPair other = KeyPairGenerator.getInstance("EC").generateKeyPair();
        ObjectNode claims = claims(token("{}"));
        assertRefused(new TokenKeys(other).sign(claims));
    }

    @Test
    void aTokenOfAnotherIssuerIsRejected() throws Exception {
        String token = keys.sign(claims(token("{}")).put("iss", "https://elsewhere.test"));
        assertThat(why(token)).isEqualTo("token issuer \"https://elsewhere.test\" is invalid");
    }

    @Test
    void aSubjectThatIsNotTheAccountIsRejected() throws Exception {
        assertRefused(keys.sign(claims(token("{}")).put("sub", "system:serviceaccount:default:y")));
        assertRefused(keys.sign(claims(token("{}")).put("exp", "tomorrow")));
        assertRefused(keys.sign(claims(token("{}")).put("exp", 1e300)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", ".", "..", "a.b.c", "e30.e30.e30", "....", "%00.%00.%00", "W10.W10.W10", "é.é.é"})
    void aTextThatIsNotATokenIsRejected(String token) {
        assertRefused(token);
    }

    @Test
    void aTokenOfAMegabyteIsNotRead() {
        assertRefused("a".repeat(1 << 20));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'expirationSeconds':599}|spec.expirationSeconds: Invalid value: 599: may not specify a duration less"
                        + " than 10 minutes",
                "{'expirationSeconds':4294967297}|larger than 2^32 seconds",
                "{'boundObjectRef':{'kind':'Foo','apiVersion':'v1','name':'y'}}|cannot bind token to object of type"
                        + " /v1, Kind=Foo",
                "{'boundObjectRef':{'kind':'Pod','apiVersion':'x/v1','name':'y'}}|cannot bind token to object of type"
                        + " x/v1, Kind=Pod",
                "{'boundObjectRef':{'kind':'Pod','apiVersion':'v1','name':'y'}}|pods \"y\" not found",
                "{'boundObjectRef':{'kind':'Secret','apiVersion':'v1','name':'s','uid':'no'}}|Operation cannot be"
                        + " fulfilled on Secret \"s\": the UID in the bound object reference (no) does not match",
                "{'boundObjectRef':{'kind':'Pod','apiVersion':'v1','name':'p'}}|cannot bind token for serviceaccount"
                        + " \"x\" to pod running with different serviceaccount name."
            })
    void anInvalidRequestIsRefused(String both) throws Exception {
        clusterFixture.put("{'kind':'Secret','metadata':{'name':'s','namespace':'default','uid':'us'}}");
        clusterFixture.put(
                "{'kind':'Pod','metadata':{'name':'p','namespace':'default'},'spec':{'serviceAccountName':'y'}}");
        String[] parts = both.split("\\|", -1);
        assertThatThrownBy(() -> request(parts[0]))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining(parts[1]);
    }

    @Test
    void whatIsPublishedVerifiesTokens() throws Exception {
        ObjectNode published = (ObjectNode) Json.read(clusterFixture.access().keys());
        ObjectNode discovery = (ObjectNode) Json.read(clusterFixture.access().discovery());
        String header =
                new String(Base64.getUrlDecoder().decode(token("{}").split("\\.", -1)[0]), StandardCharsets.US_ASCII);
        assertThat(published.at("/keys/0/kid").asText())
                .isEqualTo(Json.read(header.getBytes(StandardCharsets.US_ASCII))
                        .path("kid")
                        .asText());
        assertThat(Base64.getUrlDecoder().decode(published.at("/keys/0/x").asText()))
                .hasSize(32);
        assertThat(discovery.path("issuer").asText()).isEqualTo(ISSUER);
        assertThat(discovery.path("jwks_uri").asText().toLowerCase(Locale.ROOT))
                .isEqualTo("https://127.0.0.1:6443/openid/v1/jwks");
    }
}

package dev.stowage.sidecar.mover.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.k8s.names.CertificateKeys;
import dev.stowage.kube.model.CertificateSigningRequest;
import dev.stowage.sidecar.mover.link.PeerIdentity;
import dev.stowage.x509.CertificateProfile;
import dev.stowage.x509.CertificateRequest;
import dev.stowage.x509.EcKeys;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SigningPolicyTest {
    private static final String NODE_USER = "system:node:node-1";
    private static final String ACCOUNT = "system:serviceaccount:stowage:mover";

    private final SigningPolicy policy = SigningPolicy.of(MoverUsers.serviceAccounts("stowage"));
    private final ObjectNode object = Json.object();

    @BeforeEach
    void aRequestOfANode() throws Exception {
        object.putObject("metadata").put("name", "one");
        object.putObject("spec")
                .put("signerName", CertificateKeys.MOVER_SIGNER)
                .put("username", NODE_USER)
                .put("request", pem(new PeerIdentity("node-1").profile()));
        usages("digital signature", "client auth", "server auth");
    }

    private static String pem(CertificateProfile profile) throws Exception {
        return Base64.getEncoder()
                .encodeToString(
                        CertificateRequest.of(profile, EcKeys.generate()).getBytes(StandardCharsets.US_ASCII));
    }

    private void usages(String... usages) {
        var list = object.withObject("/spec").putArray("usages");
        List.of(usages).forEach(list::add);
    }

    private void requester(String name, String... nodes) {
        ObjectNode spec = object.withObject("/spec").put("username", name);
        var extra = spec.putObject("extra").putArray(CertificateKeys.NODE_OF_TOKEN);
        List.of(nodes).forEach(extra::add);
    }

    private void condition(String type) {
        object.withObject("/status")
                .withArray("/conditions")
                .addObject()
                .put("type", type)
                .put("status", "True");
    }

    private SigningDecision decide() {
        return policy.decide(CertificateSigningRequest.read(object));
    }

    private String denied() {
        return decide() instanceof SigningDecision.Deny(String reason, String message)
                ? reason + ": " + message
                : "not denied";
    }

    @Test
    void aNodeGetsTheCertificateOfItsMover() {
        assertThat(decide()).isEqualTo(new SigningDecision.Approve(new PeerIdentity("node-1")));
        condition("Approved");
        assertThat(decide()).isInstanceOfSatisfying(SigningDecision.Sign.class, sign -> {
            assertThat(sign.mover().node()).isEqualTo("node-1");
            assertThat(sign.validity()).isEqualTo(Duration.ofDays(1));
        });
    }

    @Test
    void aPodGetsTheCertificateOfTheNodeThatItsTokenNames() {
        requester(ACCOUNT, "node-1");
        assertThat(decide()).isInstanceOf(SigningDecision.Approve.class);
        requester(ACCOUNT, "node-2");
        assertThat(denied()).startsWith("NotOnNode: user " + ACCOUNT);
        requester(ACCOUNT);
        assertThat(denied()).startsWith("NotOnNode");
        requester(ACCOUNT, "node-1", "node-2");
        assertThat(denied()).startsWith("NotOnNode");
    }

    @Test
    void otherUsersAndOtherNodesAreDenied() {
        requester("system:serviceaccount:default:mover", "node-1");
        assertThat(denied()).startsWith("NotOnNode");
        requester("system:node:node-2", "node-1");
        assertThat(denied()).startsWith("NotOnNode");
        requester("kubernetes-admin");
        assertThat(denied()).startsWith("NotOnNode");
    }

    @Test
    void usersOfAnyNodeMustBeNamed() {
        MoverUsers users = MoverUsers.parse("", "kubernetes-admin", "stowage");
        assertThat(users.mayActFor("node-1", "kubernetes-admin", List.of())).isTrue();
        assertThat(users.mayActFor("node-1", "kubernetes-admin-2", List.of())).isFalse();
        assertThat(users.mayActFor("node-1", ACCOUNT, List.of("node-1"))).isTrue();
        assertThat(MoverUsers.parse("a, b", "", "stowage").ofNode()).containsExactly("a", "b");
    }

    @Test
    void otherNamesAreDenied() throws Exception {
        object.withObject("/spec").put("request", pem(CertificateProfile.peer("kubernetes-admin", "system:masters")));
        assertThat(denied()).startsWith("InvalidSubject");
        object.withObject("/spec")
                .put("request", pem(CertificateProfile.peer("stowage:mover:node-1", "system:masters")));
        assertThat(denied()).startsWith("InvalidSubject");
    }

    @Test
    void otherUsagesAreDenied() {
        usages("digital signature", "client auth");
        assertThat(denied()).startsWith("InvalidUsages");
        usages("digital signature", "client auth", "server auth", "cert sign");
        assertThat(denied()).startsWith("InvalidUsages");
    }

    @Test
    void whatIsNotARequestIsDenied() {
        object.withObject("/spec").put("request", "bm90IGEgcmVxdWVzdA==");
        assertThat(denied()).startsWith("InvalidRequest");
    }

    @Test
    void anApprovalByAnotherDoesNotOverrideThePolicy() {
        requester("kubernetes-admin");
        condition("Approved");
        assertThat(decide()).isInstanceOf(SigningDecision.Fail.class);
    }

    @Test
    void aShorterValidityIsGranted() {
        object.withObject("/spec").put("expirationSeconds", 600);
        condition("Approved");
        assertThat(decide())
                .isInstanceOfSatisfying(
                        SigningDecision.Sign.class,
                        sign -> assertThat(sign.validity()).isEqualTo(Duration.ofMinutes(10)));
    }

    @Test
    void decidedRequestsAndThoseOfOthersAreIgnored() {
        condition("Denied");
        assertThat(decide()).isInstanceOf(SigningDecision.Ignore.class);
        object.remove("status");
        object.withObject("/spec").put("signerName", "kubernetes.io/kubelet-serving");
        assertThat(decide()).isInstanceOf(SigningDecision.Ignore.class);
    }
}

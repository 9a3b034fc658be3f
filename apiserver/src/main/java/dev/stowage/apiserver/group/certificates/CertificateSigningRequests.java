package dev.stowage.apiserver.group.certificates;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Age;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;
import java.time.Duration;

final class CertificateSigningRequests implements Strategy {
    static Resource resource(Group group) {
        return group.resource("CertificateSigningRequest", "certificatesigningrequests")
                .shortNames("csr")
                .cluster()
                .status(StatusRule.TAKES_METADATA)
                .selectable("spec.signerName")
                .part("approval")
                .strategy(new CertificateSigningRequests())
                .columns(TableOf.name()
                        .age()
                        .text("SignerName", object -> Cells.textOr("<none>", object, "spec", "signerName"))
                        .text("Requestor", object -> Tree.text(object, "spec", "username"))
                        .text("RequestedDuration", CertificateSigningRequests::wanted)
                        .text("Condition", CertificateSigningRequests::condition))
                .done();
    }

    private static String wanted(JsonNode object) {
        return Tree.has(object, "spec", "expirationSeconds")
                ? Age.of(Duration.ofSeconds(Cells.number(object, "spec", "expirationSeconds")))
                : "<none>";
    }

    private static String condition(JsonNode object) {
        String shown = has(object, "Denied") ? "Denied" : has(object, "Approved") ? "Approved" : "Pending";
        String failed = has(object, "Failed") ? ",Failed" : "";
        String issued = Tree.text(object, "status", "certificate").isEmpty() ? "" : ",Issued";
        return shown + failed + issued;
    }

    private static boolean has(JsonNode object, String type) {
        for (JsonNode condition : Tree.list(object, "status", "conditions")) {
            if (Tree.text(condition, "type").equals(type)) {
                return true;
            }
        }
        return false;
    }
}

package dev.stowage.apiserver.group.certificates;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Age;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.Surroundings;
import dev.stowage.apiserver.resource.TableOf;
import dev.stowage.apiserver.schema.Times;
import java.time.Duration;
import java.util.List;

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

    /// Who asks is not for the request to say.
    @Override
    public void creating(ObjectNode object, Surroundings around) {
        ObjectNode spec = Tree.ensure(object, "spec");
        spec.remove(List.of("uid", "groups", "extra"));
        spec.put("username", around.user());
        object.putObject("status");
    }

    @Override
    public void updating(ObjectNode object, ObjectNode old, Surroundings around) {
        object.set("spec", old.path("spec").deepCopy());
    }

    @Override
    public void updatingStatus(ObjectNode object, ObjectNode old, Surroundings around) {
        stamp(object, around);
    }

    /// An approval is a condition, and nothing else.
    @Override
    public void updatingThrough(String subresource, ObjectNode object, ObjectNode old, Surroundings around) {
        stamp(object, around);
        JsonNode conditions = Tree.at(object, "status", "conditions");
        object.set("spec", old.path("spec").deepCopy());
        ObjectNode status = Tree.object(old, "status").orElseGet(Json::object).deepCopy();
        if (Tree.has(conditions)) {
            status.set("conditions", conditions);
        } else {
            status.remove("conditions");
        }
        object.set("status", status);
    }

    private static void stamp(ObjectNode object, Surroundings around) {
        for (JsonNode condition : Tree.list(object, "status", "conditions")) {
            for (String field : List.of("lastUpdateTime", "lastTransitionTime")) {
                if (condition instanceof ObjectNode one && !Tree.has(one, field)) {
                    one.put(field, Times.seconds(around.now()));
                }
            }
        }
    }
}

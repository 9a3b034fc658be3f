package dev.stowage.apiserver.registry.certificates;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.HumanDuration;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.apiserver.resource.StrategyContext;
import dev.stowage.apiserver.schema.TimeFormat;
import java.time.Duration;
import java.util.List;

final class CertificateSigningRequestStrategy implements ResourceStrategy {
    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("CertificateSigningRequest", "certificatesigningrequests")
                .shortNames("csr")
                .cluster()
                .status(StatusStrategy.TAKES_METADATA)
                .selectable("spec.signerName")
                .part("approval")
                .strategy(new CertificateSigningRequestStrategy())
                .columns(FunctionColumns.name()
                        .age()
                        .text("SignerName", object -> TableCells.textOr("<none>", object, "spec", "signerName"))
                        .text("Requestor", object -> JsonTree.text(object, "spec", "username"))
                        .text("RequestedDuration", CertificateSigningRequestStrategy::wanted)
                        .text("Condition", CertificateSigningRequestStrategy::condition))
                .done();
    }

    private static String wanted(JsonNode object) {
        return JsonTree.has(object, "spec", "expirationSeconds")
                ? HumanDuration.of(Duration.ofSeconds(TableCells.number(object, "spec", "expirationSeconds")))
                : "<none>";
    }

    private static String condition(JsonNode object) {
        String shown = has(object, "Denied") ? "Denied" : has(object, "Approved") ? "Approved" : "Pending";
        String failed = has(object, "Failed") ? ",Failed" : "";
        String issued = JsonTree.text(object, "status", "certificate").isEmpty() ? "" : ",Issued";
        return shown + failed + issued;
    }

    private static boolean has(JsonNode object, String type) {
        for (JsonNode condition : JsonTree.list(object, "status", "conditions")) {
            if (JsonTree.text(condition, "type").equals(type)) {
                return true;
            }
        }
        return false;
    }

    /// The requester comes from authentication, not from the body.
    @Override
    public void prepareForCreate(ObjectNode object, StrategyContext context) {
        ObjectNode spec = JsonTree.ensure(object, "spec");
        spec.remove(List.of("uid", "groups", "extra"));
        UserInfo user = context.user();
        spec.put("username", user.name());
        if (!user.uid().isEmpty()) {
            spec.put("uid", user.uid());
        }
        user.groups().forEach(group -> spec.withArrayProperty("groups").add(group));
        user.extra()
                .forEach((key, values) ->
                        values.forEach(JsonTree.ensure(spec, "extra").putArray(key)::add));
        object.putObject("status");
    }

    @Override
    public void prepareForUpdate(ObjectNode object, ObjectNode old, StrategyContext context) {
        object.set("spec", old.path("spec").deepCopy());
    }

    @Override
    public void prepareForStatusUpdate(ObjectNode object, ObjectNode old, StrategyContext context) {
        stamp(object, context);
    }

    /// An approval is only a condition.
    @Override
    public void prepareForSubresourceUpdate(
            String subresource, ObjectNode object, ObjectNode old, StrategyContext context) {
        stamp(object, context);
        JsonNode conditions = JsonTree.at(object, "status", "conditions");
        object.set("spec", old.path("spec").deepCopy());
        ObjectNode status =
                JsonTree.object(old, "status").orElseGet(Json::object).deepCopy();
        if (JsonTree.has(conditions)) {
            status.set("conditions", conditions);
        } else {
            status.remove("conditions");
        }
        object.set("status", status);
    }

    private static void stamp(ObjectNode object, StrategyContext context) {
        for (JsonNode condition : JsonTree.list(object, "status", "conditions")) {
            for (String field : List.of("lastUpdateTime", "lastTransitionTime")) {
                if (condition instanceof ObjectNode one && !JsonTree.has(one, field)) {
                    one.put(field, TimeFormat.seconds(context.now()));
                }
            }
        }
    }
}

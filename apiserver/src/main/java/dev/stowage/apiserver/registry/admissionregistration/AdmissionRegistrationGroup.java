package dev.stowage.apiserver.registry.admissionregistration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.SelectorText;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceBuilder;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.StatusStrategy;
import dev.stowage.kubetypes.Schema;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;

/// Admission webhooks and policies.
public final class AdmissionRegistrationGroup {
    private AdmissionRegistrationGroup() {}

    public static List<ResourceDescriptor> resources(Function<String, Schema> types) {
        ApiGroup apiGroup = new ApiGroup("admissionregistration.k8s.io", "io.k8s.api.admissionregistration", types);
        return List.of(
                policies("MutatingAdmissionPolicy", "mutatingadmissionpolicies", "Mutations", apiGroup)
                        .done(),
                bindings("MutatingAdmissionPolicyBinding", apiGroup),
                webhooks("MutatingWebhookConfiguration", apiGroup),
                policies("ValidatingAdmissionPolicy", "validatingadmissionpolicies", "Validations", apiGroup)
                        .status(StatusStrategy.KEEPS_METADATA)
                        .done(),
                bindings("ValidatingAdmissionPolicyBinding", apiGroup),
                webhooks("ValidatingWebhookConfiguration", apiGroup));
    }

    private static ResourceBuilder policies(String kind, String plural, String counted, ApiGroup apiGroup) {
        String field = counted.toLowerCase(Locale.ROOT);
        return apiGroup.resource(kind, plural)
                .cluster()
                .categories("api-extensions")
                .generation()
                .strategy(new ConditionalUpdateStrategy(WebhookDefaults::policy))
                .columns(FunctionColumns.name()
                        .number(counted, object ->
                                (long) JsonTree.list(object, "spec", field).size())
                        .text("ParamKind", AdmissionRegistrationGroup::parameterKind)
                        .age());
    }

    private static String parameterKind(JsonNode object) {
        JsonNode kind = JsonTree.at(object, "spec", "paramKind");
        return JsonTree.has(kind) ? JsonTree.text(kind, "apiVersion") + "/" + JsonTree.text(kind, "kind") : "<unset>";
    }

    private static ResourceDescriptor bindings(String kind, ApiGroup apiGroup) {
        return apiGroup.resource(kind, kind.toLowerCase(Locale.ROOT) + "s")
                .cluster()
                .categories("api-extensions")
                .generation()
                .strategy(new ConditionalUpdateStrategy(WebhookDefaults::binding))
                .columns(FunctionColumns.name()
                        .text("PolicyName", object -> JsonTree.text(object, "spec", "policyName"))
                        .text("ParamRef", AdmissionRegistrationGroup::parameters)
                        .age())
                .done();
    }

    private static String parameters(JsonNode object) {
        JsonNode reference = JsonTree.at(object, "spec", "paramRef");
        String name = JsonTree.text(reference, "name");
        if (name.isEmpty()) {
            return JsonTree.has(reference, "selector") ? SelectorText.shown(reference.path("selector")) : "<unset>";
        }
        String namespace = JsonTree.text(reference, "namespace");
        return (namespace.isEmpty() ? "*" : namespace) + "/" + name;
    }

    private static ResourceDescriptor webhooks(String kind, ApiGroup apiGroup) {
        return apiGroup.resource(kind, kind.toLowerCase(Locale.ROOT) + "s")
                .cluster()
                .categories("api-extensions")
                .generation()
                .strategy(new Webhooks(kind.startsWith("Mutating")))
                .columns(FunctionColumns.name()
                        .number("Webhooks", object ->
                                (long) JsonTree.list(object, "webhooks").size())
                        .age())
                .done();
    }

    /// An update of these needs a resourceVersion.
    private static class ConditionalUpdateStrategy implements ResourceStrategy {
        private final Consumer<ObjectNode> defaults;

        ConditionalUpdateStrategy(Consumer<ObjectNode> defaults) {
            this.defaults = defaults;
        }

        @Override
        public void complete(ObjectNode object) {
            defaults.accept(object);
        }

        @Override
        public boolean updatesUnconditionally() {
            return false;
        }
    }

    private static final class Webhooks extends ConditionalUpdateStrategy {
        Webhooks(boolean mutating) {
            super(object -> WebhookDefaults.webhooks(object, mutating));
        }

        @Override
        public boolean sameGeneration(ObjectNode object, ObjectNode old) {
            return object.path("webhooks").equals(old.path("webhooks"));
        }
    }
}

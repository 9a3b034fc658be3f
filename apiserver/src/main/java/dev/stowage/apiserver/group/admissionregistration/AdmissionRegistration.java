package dev.stowage.apiserver.group.admissionregistration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.group.Selectors;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Describe;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;

/// Webhooks and policies of admission.
public final class AdmissionRegistration {
    private AdmissionRegistration() {}

    public static List<Resource> resources(Function<String, Schema> types) {
        Group group = new Group("admissionregistration.k8s.io", "io.k8s.api.admissionregistration", types);
        return List.of(
                policies("MutatingAdmissionPolicy", "mutatingadmissionpolicies", "Mutations", group)
                        .done(),
                bindings("MutatingAdmissionPolicyBinding", group),
                webhooks("MutatingWebhookConfiguration", group),
                policies("ValidatingAdmissionPolicy", "validatingadmissionpolicies", "Validations", group)
                        .status(StatusRule.KEEPS_METADATA)
                        .done(),
                bindings("ValidatingAdmissionPolicyBinding", group),
                webhooks("ValidatingWebhookConfiguration", group));
    }

    private static Describe policies(String kind, String plural, String counted, Group group) {
        String field = counted.toLowerCase(Locale.ROOT);
        return group.resource(kind, plural)
                .cluster()
                .categories("api-extensions")
                .generation()
                .strategy(new Careful(AdmissionDefaults::policy))
                .columns(TableOf.name()
                        .number(counted, object ->
                                (long) Tree.list(object, "spec", field).size())
                        .text("ParamKind", AdmissionRegistration::parameterKind)
                        .age());
    }

    private static String parameterKind(JsonNode object) {
        JsonNode kind = Tree.at(object, "spec", "paramKind");
        return Tree.has(kind) ? Tree.text(kind, "apiVersion") + "/" + Tree.text(kind, "kind") : "<unset>";
    }

    private static Resource bindings(String kind, Group group) {
        return group.resource(kind, kind.toLowerCase(Locale.ROOT) + "s")
                .cluster()
                .categories("api-extensions")
                .generation()
                .strategy(new Careful(AdmissionDefaults::binding))
                .columns(TableOf.name()
                        .text("PolicyName", object -> Tree.text(object, "spec", "policyName"))
                        .text("ParamRef", AdmissionRegistration::parameters)
                        .age())
                .done();
    }

    private static String parameters(JsonNode object) {
        JsonNode reference = Tree.at(object, "spec", "paramRef");
        String name = Tree.text(reference, "name");
        if (name.isEmpty()) {
            return Tree.has(reference, "selector") ? Selectors.shown(reference.path("selector")) : "<unset>";
        }
        String namespace = Tree.text(reference, "namespace");
        return (namespace.isEmpty() ? "*" : namespace) + "/" + name;
    }

    private static Resource webhooks(String kind, Group group) {
        return group.resource(kind, kind.toLowerCase(Locale.ROOT) + "s")
                .cluster()
                .categories("api-extensions")
                .generation()
                .strategy(new Webhooks(kind.startsWith("Mutating")))
                .columns(TableOf.name()
                        .number("Webhooks", object ->
                                (long) Tree.list(object, "webhooks").size())
                        .age())
                .done();
    }

    /// Nobody replaces these without having seen what is there.
    private static class Careful implements Strategy {
        private final Consumer<ObjectNode> defaults;

        Careful(Consumer<ObjectNode> defaults) {
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

    private static final class Webhooks extends Careful {
        Webhooks(boolean mutating) {
            super(object -> AdmissionDefaults.webhooks(object, mutating));
        }

        @Override
        public boolean sameGeneration(ObjectNode object, ObjectNode old) {
            return object.path("webhooks").equals(old.path("webhooks"));
        }
    }
}

package dev.stowage.apiserver.registry.networking;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.registry.ApiGroup;
import dev.stowage.apiserver.registry.TableCells;
import dev.stowage.apiserver.resource.FunctionColumns;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.ResourceStrategy;
import dev.stowage.apiserver.resource.StatusStrategy;
import java.util.ArrayList;
import java.util.List;

final class IngressStrategy implements ResourceStrategy {
    private static final String DEFAULT_CLASS = "ingressclass.kubernetes.io/is-default-class";
    private static final int SHOWN_HOSTS = 3;

    static ResourceDescriptor resource(ApiGroup apiGroup) {
        return apiGroup.resource("Ingress", "ingresses")
                .shortNames("ing")
                .status(StatusStrategy.TAKES_METADATA)
                .generation()
                .strategy(new IngressStrategy())
                .columns(FunctionColumns.name()
                        .text("Class", object -> TableCells.textOr("<none>", object, "spec", "ingressClassName"))
                        .text("Hosts", IngressStrategy::hosts)
                        .text("Address", TableCells::loadBalancer)
                        .text(
                                "Ports",
                                object -> JsonTree.list(object, "spec", "tls").isEmpty() ? "80" : "80, 443")
                        .age())
                .done();
    }

    private static String hosts(JsonNode object) {
        List<String> hosts = new ArrayList<>();
        boolean more = false;
        JsonNode rules = JsonTree.list(object, "spec", "rules");
        for (JsonNode rule : rules) {
            more |= hosts.size() == SHOWN_HOSTS;
            String host = JsonTree.text(rule, "host");
            if (!more && !host.isEmpty()) {
                hosts.add(host);
            }
        }
        if (hosts.isEmpty()) {
            return "*";
        }
        String shown = String.join(",", hosts);
        return more ? "%s + %d more...".formatted(shown, rules.size() - SHOWN_HOSTS) : shown;
    }

    static ResourceDescriptor classes(ApiGroup apiGroup) {
        return apiGroup.resource("IngressClass", "ingressclasses")
                .cluster()
                .strategy(new IngressClassStrategy())
                .generation()
                .columns(FunctionColumns.nameAs(IngressStrategy::className)
                        .text("Controller", object -> JsonTree.text(object, "spec", "controller"))
                        .text("Parameters", IngressStrategy::parameters)
                        .age())
                .done();
    }

    private static String className(JsonNode object) {
        boolean preferred =
                JsonTree.text(object, "metadata", "annotations", DEFAULT_CLASS).equals("true");
        return JsonTree.text(object, "metadata", "name") + (preferred ? " (default)" : "");
    }

    private static String parameters(JsonNode object) {
        JsonNode reference = JsonTree.at(object, "spec", "parameters");
        if (!JsonTree.has(reference)) {
            return "<none>";
        }
        String group = JsonTree.has(reference, "apiGroup") ? "." + JsonTree.text(reference, "apiGroup") : "";
        return JsonTree.text(reference, "kind") + group + "/" + JsonTree.text(reference, "name");
    }

    @Override
    public void validate(ObjectNode object, FieldErrors fieldErrors) {
        IngressValidation.validate(object.path("spec"), fieldErrors);
    }
}

package dev.stowage.apiserver.group.networking;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.failure.Problems;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.group.Group;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.StatusRule;
import dev.stowage.apiserver.resource.Strategy;
import dev.stowage.apiserver.resource.TableOf;
import java.util.ArrayList;
import java.util.List;

final class Ingresses implements Strategy {
    private static final String DEFAULT_CLASS = "ingressclass.kubernetes.io/is-default-class";
    private static final int SHOWN_HOSTS = 3;

    static Resource resource(Group group) {
        return group.resource("Ingress", "ingresses")
                .shortNames("ing")
                .status(StatusRule.TAKES_METADATA)
                .generation()
                .strategy(new Ingresses())
                .columns(TableOf.name()
                        .text("Class", object -> Cells.textOr("<none>", object, "spec", "ingressClassName"))
                        .text("Hosts", Ingresses::hosts)
                        .text("Address", Cells::loadBalancer)
                        .text(
                                "Ports",
                                object -> Tree.list(object, "spec", "tls").isEmpty() ? "80" : "80, 443")
                        .age())
                .done();
    }

    private static String hosts(JsonNode object) {
        List<String> hosts = new ArrayList<>();
        boolean more = false;
        JsonNode rules = Tree.list(object, "spec", "rules");
        for (JsonNode rule : rules) {
            more |= hosts.size() == SHOWN_HOSTS;
            String host = Tree.text(rule, "host");
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

    static Resource classes(Group group) {
        return group.resource("IngressClass", "ingressclasses")
                .cluster()
                .strategy(new IngressClasses())
                .generation()
                .columns(TableOf.nameAs(Ingresses::className)
                        .text("Controller", object -> Tree.text(object, "spec", "controller"))
                        .text("Parameters", Ingresses::parameters)
                        .age())
                .done();
    }

    private static String className(JsonNode object) {
        boolean preferred =
                Tree.text(object, "metadata", "annotations", DEFAULT_CLASS).equals("true");
        return Tree.text(object, "metadata", "name") + (preferred ? " (default)" : "");
    }

    private static String parameters(JsonNode object) {
        JsonNode reference = Tree.at(object, "spec", "parameters");
        if (!Tree.has(reference)) {
            return "<none>";
        }
        String group = Tree.has(reference, "apiGroup") ? "." + Tree.text(reference, "apiGroup") : "";
        return Tree.text(reference, "kind") + group + "/" + Tree.text(reference, "name");
    }

    @Override
    public void validate(ObjectNode object, Problems problems) {
        IngressValidation.validate(object.path("spec"), problems);
    }
}

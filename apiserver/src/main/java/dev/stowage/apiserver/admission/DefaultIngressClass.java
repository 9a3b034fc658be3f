package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Tree;

/// An ingress that names no class gets the default one.
final class DefaultIngressClass implements Step {
    @Override
    public void mutate(Attempt attempt) {
        if (!attempt.creates("ingresses.networking.k8s.io")) {
            return;
        }
        ObjectNode ingress = attempt.becoming();
        boolean named = Tree.has(ingress, "spec", "ingressClassName")
                || Tree.has(ingress, "metadata", "annotations", "kubernetes.io/ingress.class");
        if (!named) {
            Newest.name(
                            attempt.around().list("ingressclasses.networking.k8s.io", ""),
                            each -> Newest.isAnnotated(each, "ingressclass.kubernetes.io/is-default-class"))
                    .ifPresent(name -> Tree.ensure(ingress, "spec").put("ingressClassName", name));
        }
    }
}

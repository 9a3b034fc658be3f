package dev.stowage.apiserver.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.JsonTree;

/// An ingress that names no class gets the default one.
final class DefaultIngressClass implements AdmissionPlugin {
    @Override
    public void mutate(AdmissionAttributes admissionAttributes) {
        if (!admissionAttributes.creates("ingresses.networking.k8s.io")) {
            return;
        }
        ObjectNode ingress = admissionAttributes.newObject();
        boolean named = JsonTree.has(ingress, "spec", "ingressClassName")
                || JsonTree.has(ingress, "metadata", "annotations", "kubernetes.io/ingress.class");
        if (!named) {
            NewestDefaultClass.name(
                            admissionAttributes.around().list("ingressclasses.networking.k8s.io", ""),
                            each -> NewestDefaultClass.isAnnotated(each, "ingressclass.kubernetes.io/is-default-class"))
                    .ifPresent(name -> JsonTree.ensure(ingress, "spec").put("ingressClassName", name));
        }
    }
}

package dev.stowage.apiserver.registry.generic;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Kinds that are stored like all others, but that have no effect here. A client that writes one gets a warning,
/// because the object itself looks as if it worked.
final class UnenforcedKinds {
    private static final String ADMISSION = "admissionregistration.k8s.io/";
    private static final String NETWORKING = "networking.k8s.io/";
    private static final String DEVICES = "resource.k8s.io/";
    private static final String FLOW_CONTROL = "flowcontrol.apiserver.k8s.io/";

    private static final String WEBHOOKS = "this API server does not call admission webhooks";
    private static final String POLICIES = "this API server does not evaluate admission policies";
    private static final String ALLOCATION = "Stowage does not allocate devices";
    private static final String FAIRNESS = "this API server does not use priority and fairness";

    /// @param applies whether the object is one of those without effect
    private record Entry(String reason, Predicate<JsonNode> applies) {}

    private static final Map<String, Entry> ENTRIES = Map.ofEntries(
            always(ADMISSION + "ValidatingWebhookConfiguration", WEBHOOKS),
            always(ADMISSION + "MutatingWebhookConfiguration", WEBHOOKS),
            always(ADMISSION + "ValidatingAdmissionPolicy", POLICIES),
            always(ADMISSION + "ValidatingAdmissionPolicyBinding", POLICIES),
            always(ADMISSION + "MutatingAdmissionPolicy", POLICIES),
            always(ADMISSION + "MutatingAdmissionPolicyBinding", POLICIES),
            when(
                    "apiregistration.k8s.io/APIService",
                    "this API server does not proxy to aggregated API servers",
                    service -> JsonTree.has(service, "spec", "service")),
            always("autoscaling/HorizontalPodAutoscaler", "Stowage has no controller that scales workloads"),
            when(
                    "certificates.k8s.io/CertificateSigningRequest",
                    "Stowage has no controller that signs certificates",
                    request -> JsonTree.text(request, "spec", "signerName").startsWith("kubernetes.io/")),
            always(NETWORKING + "NetworkPolicy", "Stowage does not restrict the traffic of pods"),
            always(NETWORKING + "Ingress", "Stowage has no ingress controller"),
            always(NETWORKING + "IngressClass", "Stowage has no ingress controller"),
            always(NETWORKING + "ServiceCIDR", "the cluster IPs of services come from one fixed range"),
            always(DEVICES + "ResourceClaim", ALLOCATION),
            always(DEVICES + "ResourceClaimTemplate", ALLOCATION),
            always(DEVICES + "ResourceSlice", ALLOCATION),
            always(DEVICES + "DeviceClass", ALLOCATION),
            always(FLOW_CONTROL + "FlowSchema", FAIRNESS),
            always(FLOW_CONTROL + "PriorityLevelConfiguration", FAIRNESS));

    private UnenforcedKinds() {}

    private static Map.Entry<String, Entry> always(String kind, String reason) {
        return when(kind, reason, _ -> true);
    }

    private static Map.Entry<String, Entry> when(String kind, String reason, Predicate<JsonNode> applies) {
        return Map.entry(kind, new Entry(reason, applies));
    }

    /// All of them, with their groups.
    static Set<String> kinds() {
        return ENTRIES.keySet();
    }

    /// The sentence for the header `Warning`.
    static Optional<String> warning(ResourceDescriptor resourceDescriptor, JsonNode object) {
        String kind = resourceDescriptor.names().kind();
        return Optional.ofNullable(ENTRIES.get(resourceDescriptor.group() + "/" + kind))
                .filter(entry -> entry.applies().test(object))
                .map(entry -> "%s is stored but has no effect: %s".formatted(kind, entry.reason()));
    }
}

package dev.stowage.apiserver;

import dev.stowage.apiserver.apiextensions.ApiExtensionsGroup;
import dev.stowage.apiserver.registry.admissionregistration.AdmissionRegistrationGroup;
import dev.stowage.apiserver.registry.apiregistration.ApiRegistrationGroup;
import dev.stowage.apiserver.registry.apps.AppsGroup;
import dev.stowage.apiserver.registry.authentication.AuthenticationGroup;
import dev.stowage.apiserver.registry.authorization.AuthorizationGroup;
import dev.stowage.apiserver.registry.autoscaling.AutoscalingGroup;
import dev.stowage.apiserver.registry.batch.BatchGroup;
import dev.stowage.apiserver.registry.certificates.CertificatesGroup;
import dev.stowage.apiserver.registry.coordination.CoordinationGroup;
import dev.stowage.apiserver.registry.core.CoreGroup;
import dev.stowage.apiserver.registry.discovery.DiscoveryGroup;
import dev.stowage.apiserver.registry.events.EventsGroup;
import dev.stowage.apiserver.registry.flowcontrol.FlowControlGroup;
import dev.stowage.apiserver.registry.networking.NetworkingGroup;
import dev.stowage.apiserver.registry.node.NodeGroup;
import dev.stowage.apiserver.registry.policy.PolicyGroup;
import dev.stowage.apiserver.registry.rbac.RbacGroup;
import dev.stowage.apiserver.registry.resource.ResourceGroup;
import dev.stowage.apiserver.registry.scheduling.SchedulingGroup;
import dev.stowage.apiserver.registry.storage.StorageGroup;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.kubetypes.Schema;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// All built-in resources, in the order in which discovery lists their groups.
public final class BuiltInResources {
    private BuiltInResources() {}

    /// @param types finds a type by the name of its definition, such as `io.k8s.api.core.v1.Pod`
    public static List<ResourceDescriptor> all(Function<String, Schema> types) {
        return Stream.of(
                        CoreGroup.resources(types),
                        ApiRegistrationGroup.resources(types),
                        AppsGroup.resources(types),
                        EventsGroup.resources(types),
                        AuthenticationGroup.resources(types),
                        AuthorizationGroup.resources(types),
                        AutoscalingGroup.resources(types),
                        BatchGroup.resources(types),
                        CertificatesGroup.resources(types),
                        NetworkingGroup.resources(types),
                        PolicyGroup.resources(types),
                        RbacGroup.resources(types),
                        AdmissionRegistrationGroup.resources(types),
                        StorageGroup.resources(types),
                        ApiExtensionsGroup.resources(types),
                        SchedulingGroup.resources(types),
                        CoordinationGroup.resources(types),
                        NodeGroup.resources(types),
                        DiscoveryGroup.resources(types),
                        ResourceGroup.resources(types),
                        FlowControlGroup.resources(types))
                .flatMap(List::stream)
                .toList();
    }
}

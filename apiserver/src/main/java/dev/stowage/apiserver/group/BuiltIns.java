package dev.stowage.apiserver.group;

import dev.stowage.apiserver.crd.Definitions;
import dev.stowage.apiserver.group.admissionregistration.AdmissionRegistration;
import dev.stowage.apiserver.group.apiregistration.ApiRegistration;
import dev.stowage.apiserver.group.apps.Apps;
import dev.stowage.apiserver.group.authentication.Authentication;
import dev.stowage.apiserver.group.authorization.Authorization;
import dev.stowage.apiserver.group.autoscaling.Autoscaling;
import dev.stowage.apiserver.group.batch.Batch;
import dev.stowage.apiserver.group.certificates.Certificates;
import dev.stowage.apiserver.group.coordination.Coordination;
import dev.stowage.apiserver.group.core.Core;
import dev.stowage.apiserver.group.discovery.Discovery;
import dev.stowage.apiserver.group.events.Events;
import dev.stowage.apiserver.group.flowcontrol.FlowControl;
import dev.stowage.apiserver.group.networking.Networking;
import dev.stowage.apiserver.group.node.Node;
import dev.stowage.apiserver.group.policy.Policy;
import dev.stowage.apiserver.group.rbac.Rbac;
import dev.stowage.apiserver.group.resource.Devices;
import dev.stowage.apiserver.group.scheduling.Scheduling;
import dev.stowage.apiserver.group.storage.Storage;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.schema.Schema;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// All resources that the server has from the start, in the order in which discovery names their groups.
public final class BuiltIns {
    private BuiltIns() {}

    /// @param types finds a type by the name of its definition, such as `io.k8s.api.core.v1.Pod`
    public static List<Resource> all(Function<String, Schema> types) {
        return Stream.of(
                        Core.resources(types),
                        ApiRegistration.resources(types),
                        Apps.resources(types),
                        Events.resources(types),
                        Authentication.resources(types),
                        Authorization.resources(types),
                        Autoscaling.resources(types),
                        Batch.resources(types),
                        Certificates.resources(types),
                        Networking.resources(types),
                        Policy.resources(types),
                        Rbac.resources(types),
                        AdmissionRegistration.resources(types),
                        Storage.resources(types),
                        Definitions.resources(types),
                        Scheduling.resources(types),
                        Coordination.resources(types),
                        Node.resources(types),
                        Discovery.resources(types),
                        Devices.resources(types),
                        FlowControl.resources(types))
                .flatMap(List::stream)
                .toList();
    }
}

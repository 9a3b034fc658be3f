package dev.stowage.node.runtime.cri;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.runtime.ContainerStartSpec;
import dev.stowage.node.runtime.cri.v1.Capability;
import dev.stowage.node.runtime.cri.v1.Int64Value;
import dev.stowage.node.runtime.cri.v1.LinuxContainerSecurityContext;
import dev.stowage.node.runtime.cri.v1.LinuxSandboxSecurityContext;
import dev.stowage.node.runtime.cri.v1.NamespaceMode;
import dev.stowage.node.runtime.cri.v1.NamespaceOption;
import dev.stowage.node.runtime.cri.v1.SELinuxOption;
import dev.stowage.node.runtime.cri.v1.SecurityProfile;
import java.util.stream.Stream;

/// Converts security contexts to CRI. Fields that a container does not set come from its pod.
final class SecurityContexts {
    private SecurityContexts() {}

    static boolean isHostNetwork(JsonNode podSpec) {
        return podSpec.path("hostNetwork").asBoolean();
    }

    static LinuxSandboxSecurityContext ofPod(JsonNode podSpec) {
        JsonNode context = podSpec.path("securityContext");
        var made = LinuxSandboxSecurityContext.newBuilder()
                .setPrivileged(Stream.of("initContainers", "containers")
                        .flatMap(kind -> podSpec.path(kind).valueStream())
                        .anyMatch(one ->
                                one.path("securityContext").path("privileged").asBoolean()))
                .setSeccomp(SecurityProfile.newBuilder().setProfileType(SecurityProfile.ProfileType.RuntimeDefault))
                .setNamespaceOptions(namespaces(podSpec));
        if (context.path("runAsUser").isNumber()) {
            made.setRunAsUser(number(context.path("runAsUser")));
        }
        if (context.path("runAsGroup").isNumber()) {
            made.setRunAsGroup(number(context.path("runAsGroup")));
        }
        if (context.path("fsGroup").isNumber()) {
            made.addSupplementalGroups(context.path("fsGroup").asLong());
        }
        context.path("supplementalGroups").valueStream().forEach(group -> made.addSupplementalGroups(group.asLong()));
        if (context.path("seLinuxOptions").isObject()) {
            made.setSelinuxOptions(seLinux(context.path("seLinuxOptions")));
        }
        return made.build();
    }

    static LinuxContainerSecurityContext ofContainer(ContainerStartSpec spec) {
        JsonNode podSpec = spec.sandboxSpec().spec();
        JsonNode own = spec.spec().path("securityContext");
        JsonNode user = either(podSpec, own, "runAsUser");
        JsonNode group = either(podSpec, own, "runAsGroup");
        JsonNode escalation = own.path("allowPrivilegeEscalation");
        var made = LinuxContainerSecurityContext.newBuilder()
                .setPrivileged(own.path("privileged").asBoolean())
                .setReadonlyRootfs(own.path("readOnlyRootFilesystem").asBoolean())
                .setNoNewPrivs(escalation.isBoolean() && !escalation.asBoolean())
                .setNamespaceOptions(targeted(namespaces(podSpec), spec))
                .setSeccomp(seccomp(either(podSpec, own, "seccompProfile")))
                .addAllSupplementalGroups(spec.groups());
        if (user.isNumber()) {
            made.setRunAsUser(number(user));
        }
        if (group.isNumber()) {
            made.setRunAsGroup(number(group));
        }
        if (own.path("capabilities").isObject()) {
            made.setCapabilities(Capability.newBuilder()
                    .addAllAddCapabilities(texts(own.path("capabilities").path("add")))
                    .addAllDropCapabilities(texts(own.path("capabilities").path("drop"))));
        }
        JsonNode labels = either(podSpec, own, "seLinuxOptions");
        if (labels.isObject()) {
            made.setSelinuxOptions(seLinux(labels));
        }
        return made.build();
    }

    private static JsonNode either(JsonNode podSpec, JsonNode own, String field) {
        return own.has(field)
                ? own.path(field)
                : podSpec.path("securityContext").path(field);
    }

    private static NamespaceOption namespaces(JsonNode podSpec) {
        return NamespaceOption.newBuilder()
                .setNetwork(isHostNetwork(podSpec) ? NamespaceMode.NODE : NamespaceMode.POD)
                .setIpc(podSpec.path("hostIPC").asBoolean() ? NamespaceMode.NODE : NamespaceMode.POD)
                .setPid(
                        podSpec.path("hostPID").asBoolean()
                                ? NamespaceMode.NODE
                                : podSpec.path("shareProcessNamespace").asBoolean()
                                        ? NamespaceMode.POD
                                        : NamespaceMode.CONTAINER)
                .build();
    }

    /// An ephemeral container can have the processes of another container.
    private static NamespaceOption targeted(NamespaceOption ofPod, ContainerStartSpec spec) {
        String name = spec.spec().path("targetContainerName").asText("");
        return spec.pod().containers().stream()
                .filter(container -> container.name().equals(name) && container.runs())
                .findFirst()
                .map(target -> ofPod.toBuilder()
                        .setPid(NamespaceMode.TARGET)
                        .setTargetId(target.id())
                        .build())
                .orElse(ofPod);
    }

    /// Without a profile in the spec there is none, as is the default of the kubelet.
    private static SecurityProfile seccomp(JsonNode profile) {
        var made = SecurityProfile.newBuilder();
        return switch (profile.path("type").asText("")) {
            case "RuntimeDefault" ->
                made.setProfileType(SecurityProfile.ProfileType.RuntimeDefault).build();
            case "Localhost" ->
                made.setProfileType(SecurityProfile.ProfileType.Localhost)
                        .setLocalhostRef(profile.path("localhostProfile").asText(""))
                        .build();
            default ->
                made.setProfileType(SecurityProfile.ProfileType.Unconfined).build();
        };
    }

    private static SELinuxOption seLinux(JsonNode options) {
        return SELinuxOption.newBuilder()
                .setUser(options.path("user").asText(""))
                .setRole(options.path("role").asText(""))
                .setType(options.path("type").asText(""))
                .setLevel(options.path("level").asText(""))
                .build();
    }

    private static Int64Value number(JsonNode value) {
        return Int64Value.newBuilder().setValue(value.asLong()).build();
    }

    private static Iterable<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asText).toList();
    }
}

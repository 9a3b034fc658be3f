package dev.stowage.node.runtime.cri;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.ByteString;
import dev.stowage.node.runtime.ContainerDevice;
import dev.stowage.node.runtime.ContainerMount;
import dev.stowage.node.runtime.ContainerStartSpec;
import dev.stowage.node.runtime.PodSandboxSpec;
import dev.stowage.node.runtime.cri.v1.ContainerConfig;
import dev.stowage.node.runtime.cri.v1.ContainerMetadata;
import dev.stowage.node.runtime.cri.v1.DNSConfig;
import dev.stowage.node.runtime.cri.v1.Device;
import dev.stowage.node.runtime.cri.v1.ImageSpec;
import dev.stowage.node.runtime.cri.v1.KeyValue;
import dev.stowage.node.runtime.cri.v1.LinuxContainerConfig;
import dev.stowage.node.runtime.cri.v1.LinuxPodSandboxConfig;
import dev.stowage.node.runtime.cri.v1.Mount;
import dev.stowage.node.runtime.cri.v1.MountPropagation;
import dev.stowage.node.runtime.cri.v1.PodSandboxConfig;
import dev.stowage.node.runtime.cri.v1.PodSandboxMetadata;
import dev.stowage.node.runtime.cri.v1.PortMapping;
import dev.stowage.node.runtime.cri.v1.Protocol;

/// Converts start specs to CRI configurations.
final class CriConfigs {
    private CriConfigs() {}

    /// Without a cgroup parent: the runtime uses its default.
    static PodSandboxConfig sandbox(PodSandboxSpec plan, int attempt) {
        JsonNode spec = plan.spec();
        var linux = LinuxPodSandboxConfig.newBuilder().setSecurityContext(SecurityContexts.ofPod(spec));
        spec.path("securityContext")
                .path("sysctls")
                .valueStream()
                .forEach(one -> linux.putSysctls(
                        one.path("name").asText(), one.path("value").asText()));
        var made = PodSandboxConfig.newBuilder()
                .setMetadata(PodSandboxMetadata.newBuilder()
                        .setName(plan.name())
                        .setNamespace(plan.namespace())
                        .setUid(plan.uid())
                        .setAttempt(attempt))
                .setLogDirectory(plan.logs().toString())
                .putAllLabels(ContainerLabels.ofPod(plan))
                .putAllAnnotations(plan.annotations())
                .setLinux(linux);
        if (!SecurityContexts.isHostNetwork(spec)) {
            made.setHostname(plan.hostname());
            spec.path("containers")
                    .valueStream()
                    .flatMap(one -> one.path("ports").valueStream())
                    .forEach(port -> made.addPortMappings(mapping(port)));
        }
        // Otherwise the runtime uses the configuration of the host.
        if (spec.path("dnsPolicy").asText("").equals("None")) {
            made.setDnsConfig(names(spec.path("dnsConfig")));
        }
        return made.build();
    }

    private static PortMapping mapping(JsonNode port) {
        return PortMapping.newBuilder()
                .setContainerPort(port.path("containerPort").asInt())
                .setHostPort(port.path("hostPort").asInt())
                .setHostIp(port.path("hostIP").asText(""))
                .setProtocol(
                        switch (port.path("protocol").asText("")) {
                            case "UDP" -> Protocol.UDP;
                            case "SCTP" -> Protocol.SCTP;
                            default -> Protocol.TCP;
                        })
                .build();
    }

    private static DNSConfig names(JsonNode config) {
        var made = DNSConfig.newBuilder();
        config.path("nameservers").valueStream().forEach(one -> made.addServers(one.asText()));
        config.path("searches").valueStream().forEach(one -> made.addSearches(one.asText()));
        config.path("options").valueStream().forEach(one -> {
            String value = one.path("value").asText("");
            made.addOptions(one.path("name").asText() + (value.isEmpty() ? "" : ":" + value));
        });
        return made.build();
    }

    /// @param memory the machine's, in bytes
    static ContainerConfig container(ContainerStartSpec plan, long memory) {
        JsonNode spec = plan.spec();
        var made = ContainerConfig.newBuilder()
                .setMetadata(ContainerMetadata.newBuilder().setName(plan.name()).setAttempt(plan.attempt()))
                .setImage(ImageSpec.newBuilder().setImage(plan.imageId()).setUserSpecifiedImage(plan.image()))
                .addAllCommand(plan.command())
                .addAllArgs(plan.args())
                .setWorkingDir(plan.workingDirectory())
                .putAllLabels(ContainerLabels.ofContainer(plan))
                .putAllAnnotations(ContainerLabels.annotations(plan))
                .setLogPath(plan.sandboxSpec().logs().relativize(plan.log()).toString())
                .setStdin(spec.path("stdin").asBoolean())
                .setStdinOnce(spec.path("stdinOnce").asBoolean())
                .setTty(spec.path("tty").asBoolean())
                .setLinux(LinuxContainerConfig.newBuilder()
                        .setSecurityContext(SecurityContexts.ofContainer(plan))
                        .setResources(CgroupResources.of(plan.sandboxSpec().spec(), spec, memory)));
        plan.environment()
                .forEach((name, value) ->
                        made.addEnvs(KeyValue.newBuilder().setKey(name).setValue(ByteString.copyFromUtf8(value))));
        plan.mounts().forEach(mount -> made.addMounts(mount(mount)));
        plan.devices().forEach(device -> made.addDevices(device(device)));
        return made.build();
    }

    static Mount mount(ContainerMount mount) {
        var made = Mount.newBuilder();
        mount.image()
                .ifPresent(image -> made.setImage(
                                ImageSpec.newBuilder().setImage(image.id()).setUserSpecifiedImage(image.reference()))
                        .setImageSubPath(image.subPath()));
        return made.setHostPath(mount.source().toString())
                .setContainerPath(mount.target())
                .setReadonly(mount.readOnly())
                .setPropagation(
                        switch (mount.propagation()) {
                            case NONE -> MountPropagation.PROPAGATION_PRIVATE;
                            case HOST_TO_CONTAINER -> MountPropagation.PROPAGATION_HOST_TO_CONTAINER;
                            case BIDIRECTIONAL -> MountPropagation.PROPAGATION_BIDIRECTIONAL;
                        })
                .build();
    }

    private static Device device(ContainerDevice device) {
        return Device.newBuilder()
                .setHostPath(device.source().toString())
                .setContainerPath(device.target())
                .setPermissions(device.readOnly() ? "r" : "mrw")
                .build();
    }
}

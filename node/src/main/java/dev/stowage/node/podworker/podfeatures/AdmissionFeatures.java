package dev.stowage.node.podworker.podfeatures;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.pod.AppArmorProfile;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podworker.podfeatures.UnsupportedFeature.OfPod;
import dev.stowage.node.runtime.RuntimeFeature;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The features that the kubelet checks when it admits a pod, with its reasons. Whatever it can do and this
/// node cannot is `PodFeatureUnsupported`, as for features that a kubelet of another version has.
record AdmissionFeatures(Set<RuntimeFeature> runtime, SecurityModules securityModules) {

    List<UnsupportedFeature> unsupported(NodePod pod) {
        return Stream.of(operatingSystem(pod), supplementalGroups(pod), appArmor(pod), sysctls(pod), features(pod))
                .<UnsupportedFeature>flatMap(Optional::stream)
                .toList();
    }

    private static Optional<OfPod> operatingSystem(NodePod pod) {
        String name = pod.spec().path("os").path("name").asText("linux");
        return name.equals("linux")
                ? Optional.empty()
                : Optional.of(
                        new OfPod("PodOSNotSupported", "Failed to admit pod as the OS field doesn't match node OS"));
    }

    private Optional<OfPod> supplementalGroups(NodePod pod) {
        boolean strict = pod.securityContext()
                .path("supplementalGroupsPolicy")
                .asText("")
                .equals("Strict");
        return !strict || runtime.contains(RuntimeFeature.STRICT_SUPPLEMENTAL_GROUPS)
                ? Optional.empty()
                : Optional.of(new OfPod(
                        "SupplementalGroupsPolicyNotSupported",
                        "SupplementalGroupsPolicy=Strict is not supported in this node"));
    }

    private Optional<OfPod> appArmor(NodePod pod) {
        List<AppArmorProfile> required = PodFeatures.containers(pod).stream()
                .flatMap(container -> AppArmorProfile.of(pod.spec(), pod.meta().annotations(), container).stream())
                .filter(profile -> profile.type() != AppArmorProfile.Type.UNCONFINED)
                .toList();
        if (required.isEmpty()) {
            return Optional.empty();
        }
        boolean local = required.stream().anyMatch(profile -> profile.type() == AppArmorProfile.Type.LOCALHOST);
        // Runtimes have a default profile; the name of another one is not passed on.
        Optional<String> why = !securityModules.appArmor()
                ? Optional.of("AppArmor is not enabled on the host")
                : !runtime.contains(RuntimeFeature.APP_ARMOR)
                        ? Optional.of("the container runtime does not support AppArmor profiles")
                        : local ? Optional.of("profiles of type Localhost are not supported") : Optional.empty();
        return why.map(text -> new OfPod("AppArmor", "Cannot enforce AppArmor: " + text));
    }

    private Optional<OfPod> sysctls(NodePod pod) {
        return SysctlAllowlist.forbidden(pod, runtime.contains(RuntimeFeature.SYSCTLS))
                .map(why -> new OfPod("SysctlForbidden", "forbidden sysctl: " + why));
    }

    private Optional<OfPod> features(NodePod pod) {
        List<String> missing = new ArrayList<>();
        JsonNode spec = pod.spec();
        if (!runtime.contains(RuntimeFeature.HOST_NAMESPACES)) {
            Stream.of("hostPID", "hostIPC")
                    .filter(field -> spec.path(field).asBoolean())
                    .forEach(missing::add);
        }
        if (spec.path("shareProcessNamespace").asBoolean()
                && !runtime.contains(RuntimeFeature.SHARED_PROCESS_NAMESPACE)) {
            missing.add("shareProcessNamespace");
        }
        if (!spec.path("runtimeClassName").asText("").isEmpty()) {
            missing.add("runtimeClassName " + spec.path("runtimeClassName").asText());
        }
        if (!spec.path("resourceClaims").isEmpty()) {
            missing.add("resourceClaims");
        }
        if (!spec.path("resources").path("limits").isEmpty()) {
            missing.add("resources.limits of the pod");
        }
        if (!runtime.contains(RuntimeFeature.IMAGE_VOLUMES)) {
            pod.volumes().stream()
                    .filter(volume -> volume.path("image").isObject())
                    .forEach(volume ->
                            missing.add("image (volume " + volume.path("name").asText("") + ")"));
        }
        for (JsonNode container : PodFeatures.containers(pod)) {
            String name = container.path("name").asText("");
            ofContainer(pod, container).forEach(feature -> missing.add(feature + " (container " + name + ")"));
        }
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(new OfPod(
                        "PodFeatureUnsupported",
                        "Pod requires node features that are not available: " + String.join(", ", missing)));
    }

    private List<String> ofContainer(NodePod pod, JsonNode container) {
        List<String> missing = new ArrayList<>();
        String seccomp = PodFeatures.effective(pod, container, "seccompProfile")
                .path("type")
                .asText("");
        // The profiles of a kubelet are files in its directory, which the runtime would have to find.
        if (seccomp.equals("Localhost")
                || (seccomp.equals("RuntimeDefault") && !runtime.contains(RuntimeFeature.SECCOMP))) {
            missing.add("seccompProfile " + seccomp);
        }
        // A kernel without SELinux ignores the labels, whatever the runtime.
        if (securityModules.seLinux()
                && !runtime.contains(RuntimeFeature.SE_LINUX)
                && PodFeatures.effective(pod, container, "seLinuxOptions").isObject()) {
            missing.add("seLinuxOptions");
        }
        if (container.path("securityContext").path("procMount").asText("").equals("Unmasked")) {
            missing.add("procMount Unmasked");
        }
        if (!container.path("resources").path("claims").isEmpty()) {
            missing.add("resources.claims");
        }
        container
                .path("restartPolicyRules")
                .valueStream()
                .map(rule -> rule.path("action").asText("Restart"))
                .filter(action -> !action.equals("Restart"))
                .forEach(action -> missing.add("restartPolicyRules with action " + action));
        return missing;
    }
}

package dev.stowage.kube.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.ApiResources;
import dev.stowage.k8s.JsonFields;
import java.util.List;
import java.util.Map;

/// A Service.
///
/// @param clusterIp `None` for a headless one; empty for one without an address
/// @param selector the labels of its pods; empty when it selects none
/// @param ipFamilies `IPv4` and `IPv6`, the first one first
public record Service(
        ObjectMeta meta,
        String type,
        String clusterIp,
        Map<String, String> selector,
        List<Port> ports,
        boolean publishesNotReady,
        List<String> ipFamilies)
        implements KubeObject {

    public Service {
        selector = Map.copyOf(selector);
        ports = List.copyOf(ports);
        ipFamilies = List.copyOf(ipFamilies);
    }

    /// @param target a number, or the name of a container port
    public record Port(String name, String protocol, int number, String target, String appProtocol) {

        static Port read(JsonNode port) {
            int number = port.path("port").asInt();
            String target = JsonFields.shared(port, "targetPort");
            return new Port(
                    JsonFields.shared(port, "name"),
                    PodNetwork.protocol(port),
                    number,
                    target.isEmpty() || target.equals("0") ? Integer.toString(number) : target,
                    JsonFields.shared(port, "appProtocol"));
        }
    }

    public static Service read(JsonNode object) {
        JsonNode spec = object.path("spec");
        return new Service(
                ObjectMeta.read(object),
                JsonFields.shared(spec, "type"),
                JsonFields.text(spec, "clusterIP"),
                JsonFields.map(spec.path("selector")),
                JsonFields.list(spec.path("ports"), Port::read),
                spec.path("publishNotReadyAddresses").asBoolean(),
                JsonFields.texts(spec.path("ipFamilies")));
    }

    public boolean isHeadless() {
        return clusterIp.equals("None");
    }

    public boolean isExternalName() {
        return type.equals("ExternalName");
    }

    /// Whether clients can expect an address that leads to its pods.
    public boolean hasClusterIp() {
        return !isExternalName() && !isHeadless() && !clusterIp.isEmpty();
    }

    public boolean selects(Pod pod) {
        return !selector.isEmpty()
                && pod.meta().namespace().equals(meta.namespace())
                && pod.meta().labels().entrySet().containsAll(selector.entrySet());
    }

    public ObjectReference reference() {
        return ObjectReference.to(ApiResources.SERVICES, meta);
    }
}

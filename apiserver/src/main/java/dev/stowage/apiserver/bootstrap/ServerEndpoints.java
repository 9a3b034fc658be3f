package dev.stowage.apiserver.bootstrap;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.storage.ConflictException;
import dev.stowage.apiserver.storage.ObjectDraft;
import dev.stowage.apiserver.storage.ObjectKey;
import dev.stowage.apiserver.storage.ObjectStore;
import dev.stowage.apiserver.storage.ObjectWrite;
import dev.stowage.apiserver.storage.StoredObject;
import dev.stowage.k8s.names.ServiceKeys;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Consumer;

/// Writes the address of this server to the Endpoints and the EndpointSlice of the Service `kubernetes`, as
/// kube-apiserver does when it starts. The Service has no selector, so no controller writes them.
public final class ServerEndpoints {
    private static final String NAME = "kubernetes";
    private static final String NAMESPACE = "default";
    private static final ObjectKey SERVICE = new ObjectKey("services", NAMESPACE, NAME);
    private static final ObjectKey ENDPOINTS = new ObjectKey("endpoints", NAMESPACE, NAME);
    private static final ObjectKey SLICE = new ObjectKey("endpointslices.discovery.k8s.io", NAMESPACE, NAME);
    private static final int TRIES = 5;

    private final ObjectStore objectStore;
    private final InetAddress address;
    private final int port;
    private final Instant now;

    private ServerEndpoints(ObjectStore objectStore, InetAddress address, int port, Instant now) {
        this.objectStore = objectStore;
        this.address = address;
        this.port = port;
        this.now = now;
    }

    /// @param host where the server listens; for all addresses, the first one that other machines can reach is
    ///     written
    /// @param port the port that it got
    public static void publish(ObjectStore objectStore, String host, int port, InstantSource clock)
            throws IOException, InterruptedException {
        InetAddress bound = InetAddress.getByName(host);
        InetAddress address = bound.isAnyLocalAddress() ? reachable().orElse(InetAddress.getLoopbackAddress()) : bound;
        var endpoints =
                new ServerEndpoints(objectStore, address, port, clock.instant().truncatedTo(ChronoUnit.SECONDS));
        if (objectStore.get(SERVICE).isPresent()) {
            endpoints.write(SERVICE, endpoints::setTargetPort);
        }
        endpoints.write(ENDPOINTS, endpoints::setSubsets);
        endpoints.write(SLICE, endpoints::setEndpoints);
    }

    private static Optional<InetAddress> reachable() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address
                        && !address.isLoopbackAddress()
                        && !address.isLinkLocalAddress())
                .findFirst();
    }

    private void write(ObjectKey key, Consumer<ObjectNode> change) throws IOException, InterruptedException {
        for (int i = 1; i <= TRIES; i++) {
            Optional<StoredObject> stored = objectStore.get(key);
            ObjectNode before =
                    stored.map(object -> Json.stored(object.value())).orElseGet(() -> empty(key));
            ObjectNode after = before.deepCopy();
            change.accept(after);
            if (stored.isPresent() && after.equals(before)) {
                return;
            }
            try {
                objectStore.write(new ObjectWrite.Put(
                        key, stored.map(StoredObject::revision).orElse(0L), ObjectDraft.of(after), 0));
                return;
            } catch (ConflictException _) {
                // A client changed it in between.
            }
        }
        throw new IOException("cannot write the endpoints of the Service kubernetes: " + key + " changes all the time");
    }

    private ObjectNode empty(ObjectKey key) {
        boolean isSlice = key.equals(SLICE);
        ObjectNode object = Json.object()
                .put("kind", isSlice ? "EndpointSlice" : "Endpoints")
                .put("apiVersion", isSlice ? "discovery.k8s.io/v1" : "v1");
        ObjectNode metadata = object.putObject("metadata").put("name", NAME).put("namespace", NAMESPACE);
        if (isSlice) {
            metadata.put("generation", 1).putObject("labels").put(ServiceKeys.SERVICE_NAME, NAME);
        } else {
            metadata.putObject("labels").put(ServiceKeys.SKIP_MIRROR, "true");
        }
        return ClusterBootstrap.finished(object, now);
    }

    /// The port may be another one than at the last start.
    private void setTargetPort(ObjectNode service) {
        if (service.path("spec").path("ports").path(0) instanceof ObjectNode first) {
            first.put("targetPort", port);
        }
    }

    private void setSubsets(ObjectNode endpoints) {
        ObjectNode subset = endpoints.putArray("subsets").addObject();
        subset.putArray("addresses").addObject().put("ip", address.getHostAddress());
        subset.putArray("ports")
                .addObject()
                .put("name", "https")
                .put("port", port)
                .put("protocol", "TCP");
    }

    private void setEndpoints(ObjectNode slice) {
        slice.put("addressType", address instanceof Inet4Address ? "IPv4" : "IPv6");
        ObjectNode endpoint = slice.putArray("endpoints").addObject();
        endpoint.putArray("addresses").add(address.getHostAddress());
        endpoint.putObject("conditions").put("ready", true);
        slice.putArray("ports")
                .addObject()
                .put("name", "https")
                .put("port", port)
                .put("protocol", "TCP");
    }
}

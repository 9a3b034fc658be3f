package dev.stowage.sidecar.modifier;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.Kinds;
import java.io.IOException;
import java.io.InputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Whether the API server has VolumeAttributesClasses; older ones do not, or only in other versions.
final class AttributesClassDiscovery {
    private static final Logger log = LoggerFactory.getLogger(AttributesClassDiscovery.class);

    private AttributesClassDiscovery() {}

    /// When discovery fails, the classes are assumed to exist, and are waited for.
    static boolean isServed(KubeClient api) throws InterruptedException {
        var kind = Kinds.ATTRIBUTES_CLASSES;
        try (InputStream in = api.stream("/apis/" + kind.group() + "/" + kind.version())) {
            return isListed(Json.read(in.readAllBytes()));
        } catch (ApiFailure e) {
            if (e.isNotFound()) {
                return false;
            }
            log.warn("Cannot find out whether the cluster has {}: {}", kind, e.getMessage());
            return true;
        } catch (IOException e) {
            log.warn("Cannot find out whether the cluster has {}: {}", kind, e.getMessage());
            return true;
        }
    }

    static boolean isListed(JsonNode discovered) {
        for (JsonNode resource : discovered.path("resources")) {
            if (resource.path("kind").asText().equals(Kinds.ATTRIBUTES_CLASSES.name())) {
                return true;
            }
        }
        return false;
    }
}

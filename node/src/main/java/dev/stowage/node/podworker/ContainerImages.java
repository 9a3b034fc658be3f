package dev.stowage.node.podworker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.flags.GoDuration;
import dev.stowage.kube.events.EventRecorder;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.ImagePullException;
import dev.stowage.node.runtime.ImagePullListener;
import dev.stowage.node.runtime.RuntimeFeature;
import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Pulls the images of containers and reports it as events of their pods.
record ContainerImages(EventRecorder events, ContainerRuntime runtime) {

    /// A runtime without images never reports one as pulled. It reports once for each start of a pod that it
    /// has none.
    void reportIgnored(NodePod pod) {
        if (!hasImages()) {
            events.normal(
                    pod.reference(),
                    "ImageIgnored",
                    ignored(ContainerSpec.of(pod).stream()
                            .map(ContainerSpec::image)
                            .distinct()
                            .toList()));
        }
    }

    static String ignored(List<String> images) {
        String names = images.stream().map(image -> "\"" + image + "\"").collect(Collectors.joining(", "));
        return (images.size() == 1 ? "Image " + names + " is" : "Images " + names + " are")
                + " ignored: the process runtime runs containers as processes of this machine, with its programs";
    }

    private boolean hasImages() {
        return runtime.features().contains(RuntimeFeature.IMAGES);
    }

    /// @return the `imageID` of the status
    String pull(NodePod pod, ContainerSpec spec) throws IOException, InterruptedException {
        return pull(pod, spec.image(), spec.spec().path("imagePullPolicy").asText("IfNotPresent"));
    }

    /// The images behind the volumes that the container mounts.
    ///
    /// @return by the names of the volumes
    Map<String, String> pullVolumes(NodePod pod, ContainerSpec spec) throws IOException, InterruptedException {
        Map<String, String> pulled = new HashMap<>();
        for (JsonNode mount : spec.spec().path("volumeMounts")) {
            String name = mount.path("name").asText("");
            JsonNode image = pod.volume(name)
                    .map(volume -> volume.path("image"))
                    .filter(JsonNode::isObject)
                    .orElse(null);
            if (image != null && !pulled.containsKey(name)) {
                String reference = image.path("reference").asText("");
                pulled.put(name, pull(pod, reference, image.path("pullPolicy").asText("")));
            }
        }
        return pulled;
    }

    private String pull(NodePod pod, String image, String policy) throws IOException, InterruptedException {
        ObjectReference about = pod.reference();
        try {
            return runtime.pull(image, policy, new PullEvents(about, image));
        } catch (ImagePullException e) {
            String why = String.valueOf(e.getMessage());
            events.warning(about, e.reason().equals("ErrImageNeverPull") ? e.reason() : "Failed", why);
            throw new PodActionException(e.reason(), why, e);
        } catch (IOException e) {
            String why = "Failed to pull image \"" + image + "\": " + e.getMessage();
            events.warning(about, "Failed", why);
            throw new PodActionException("ErrImagePull", why, e);
        }
    }

    /// In the words of the kubelet.
    private final class PullEvents implements ImagePullListener {
        private final ObjectReference pod;
        private final String image;

        private PullEvents(ObjectReference pod, String image) {
            this.pod = pod;
            this.image = "\"" + image + "\"";
        }

        @Override
        public void alreadyPresent() {
            events.normal(
                    pod,
                    "Pulled",
                    "Container image " + image + " already present on machine and can be accessed by the pod");
        }

        @Override
        public void started() {
            events.normal(pod, "Pulling", "Pulling image " + image);
        }

        @Override
        public void succeeded(Duration took, long size) {
            String time = GoDuration.format(took.truncatedTo(ChronoUnit.MILLIS));
            events.normal(
                    pod,
                    "Pulled",
                    "Successfully pulled image %s in %s (%s including waiting). Image size: %d bytes."
                            .formatted(image, time, time, size));
        }
    }
}

package dev.stowage.node.runtime.cri;

import dev.stowage.node.runtime.ImagePullException;
import dev.stowage.node.runtime.ImagePullListener;
import dev.stowage.node.runtime.cri.v1.Image;
import dev.stowage.node.runtime.cri.v1.ImageSpec;
import dev.stowage.node.runtime.cri.v1.ImageStatusRequest;
import dev.stowage.node.runtime.cri.v1.ImageStatusResponse;
import dev.stowage.node.runtime.cri.v1.PullImageRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// Pulls images according to the pull policy.
final class ImagePuller {
    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9.-]+(:[0-9]+)?/)?[a-z0-9]+(([._]|__|-+)[a-z0-9]+)*"
            + "(/[a-z0-9]+(([._]|__|-+)[a-z0-9]+)*)*(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(@[a-z0-9]+:[a-f0-9]{32,})?");

    private final CriClient calls;

    ImagePuller(CriClient calls) {
        this.calls = calls;
    }

    /// @return the runtime's reference to the image
    String ensure(String image, String policy, ImagePullListener listener) throws IOException, InterruptedException {
        if (!NAME.matcher(image).matches()) {
            throw new ImagePullException(
                    "InvalidImageName",
                    "Failed to apply default image tag \"" + image + "\": couldn't parse image name: invalid reference"
                            + " format");
        }
        String name = tagged(image);
        Optional<Image> there = find(name);
        if (there.isPresent() && !pulls(policy, name)) {
            listener.alreadyPresent();
            return reference(there.get());
        }
        if (policy.equals("Never")) {
            throw new ImagePullException(
                    "ErrImageNeverPull", "Container image \"" + image + "\" is not present with pull policy of Never");
        }
        return pull(image, name, listener);
    }

    static boolean pulls(String policy, String name) {
        return policy.equals("Always") || (policy.isEmpty() && name.endsWith(":latest"));
    }

    static String tagged(String image) {
        boolean hasTag = image.indexOf(':', image.lastIndexOf('/') + 1) >= 0;
        return hasTag || image.contains("@") ? image : image + ":latest";
    }

    private String pull(String image, String name, ImagePullListener listener)
            throws IOException, InterruptedException {
        listener.started();
        long began = System.nanoTime();
        try {
            String pulled = calls.image(
                            CriClient.PULL,
                            stub -> stub.pullImage(PullImageRequest.newBuilder()
                                    .setImage(ImageSpec.newBuilder().setImage(name))
                                    .build()))
                    .getImageRef();
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            Optional<Image> there = find(pulled);
            listener.succeeded(took, there.map(Image::getSize).orElse(0L));
            return there.map(ImagePuller::reference).orElse(pulled);
        } catch (CriClient.CriException e) {
            throw new ImagePullException("ErrImagePull", "Failed to pull image \"" + image + "\": " + e.words());
        }
    }

    Optional<Image> find(String name) throws IOException, InterruptedException {
        ImageStatusResponse found = calls.image(
                CriClient.USUAL,
                stub -> stub.imageStatus(ImageStatusRequest.newBuilder()
                        .setImage(ImageSpec.newBuilder().setImage(name))
                        .build()));
        return found.hasImage() ? Optional.of(found.getImage()) : Optional.empty();
    }

    /// The repository digest, unless the image has none.
    private static String reference(Image image) {
        return image.getRepoDigestsCount() > 0 ? image.getRepoDigests(0) : image.getId();
    }
}

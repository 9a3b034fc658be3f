package dev.stowage.sidecar.attacher;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.sidecar.testing.FakeDriver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Objects for tests: JSON with single quotes.
final class AttachmentObjects {
    static final String FINALIZER = "external-attacher/fake-csi-example-com";
    static final AttachCapabilities ABILITIES = new AttachCapabilities(FakeDriver.NAME, true, false, "");

    private AttachmentObjects() {}

    static String json(String text) {
        return text.replace('\'', '"').replace("DRIVER", FakeDriver.NAME).replace("FINALIZER", FINALIZER);
    }

    private static JsonNode read(String text) {
        try {
            return Json.read(json(text).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static VolumeAttachment attachment(String text) {
        return VolumeAttachment.read(read(text));
    }

    static PersistentVolume volume(String text) {
        return PersistentVolume.read(read(text));
    }

    static CsiNode node(String text) {
        return CsiNode.read(read(text));
    }
}

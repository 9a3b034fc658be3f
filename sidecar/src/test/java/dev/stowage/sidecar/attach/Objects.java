package dev.stowage.sidecar.attach;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.kube.api.Json;
import dev.stowage.kube.object.Attachment;
import dev.stowage.kube.object.CsiNode;
import dev.stowage.kube.object.Volume;
import dev.stowage.sidecar.stage.FakeDriver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// Objects as tests write them: JSON with single quotes.
final class Objects {
    static final String FINALIZER = "external-attacher/fake-csi-example-com";
    static final Abilities ABILITIES = new Abilities(FakeDriver.NAME, true, false, "");

    private Objects() {}

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

    static Attachment attachment(String text) {
        return Attachment.read(read(text));
    }

    static Volume volume(String text) {
        return Volume.read(read(text));
    }

    static CsiNode node(String text) {
        return CsiNode.read(read(text));
    }
}

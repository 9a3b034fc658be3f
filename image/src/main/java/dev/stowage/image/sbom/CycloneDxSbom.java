package dev.stowage.image.sbom;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.image.layer.LayerTree;
import dev.stowage.k8s.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/// The software bill of materials of an image, in CycloneDX format. Its serial number is derived from its
/// content, so equal content gives equal text.
///
/// @param image its name without the version
public record CycloneDxSbom(String image, String version, List<SbomComponent> components) {

    public CycloneDxSbom {
        components = List.copyOf(components);
    }

    public String text() {
        ArrayNode all = Json.object().putArray("components");
        components.forEach(sbomComponent -> all.add(sbomComponent.json()));
        UUID number = UUID.nameUUIDFromBytes((image + version + all).getBytes(StandardCharsets.UTF_8));
        ObjectNode bill = Json.object()
                .put("bomFormat", "CycloneDX")
                .put("specVersion", "1.6")
                .put("serialNumber", "urn:uuid:" + number)
                .put("version", 1);
        bill.putObject("metadata")
                .put("timestamp", LayerTree.TIME.toString())
                .putObject("component")
                .put("type", "container")
                .put("bom-ref", image)
                .put("name", image)
                .put("version", version);
        bill.set("components", all);
        return new String(Json.write(bill), StandardCharsets.UTF_8) + "\n";
    }
}

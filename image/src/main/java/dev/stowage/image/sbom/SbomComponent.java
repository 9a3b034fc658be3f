package dev.stowage.image.sbom;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// A component of the image, third-party or our own.
///
/// @param kind as CycloneDX calls it: `library`, `platform`
/// @param address the package URL, by which vulnerability databases identify it
public record SbomComponent(
        String kind, String group, String name, String version, Optional<String> address, Optional<String> sha256) {

    public static SbomComponent jar(String group, String artifact, String version, String sha256) {
        return new SbomComponent(
                "library",
                group,
                artifact,
                version,
                Optional.of("pkg:maven/" + group + "/" + artifact + "@" + escaped(version)),
                Optional.of(sha256));
    }

    /// @param release such as `debian-12`
    public static SbomComponent debian(
            String name, String version, String architecture, String source, String release) {
        return new SbomComponent(
                "library",
                "debian",
                name,
                version,
                Optional.of("pkg:deb/debian/" + escaped(name) + "@" + escaped(version) + "?arch=" + architecture
                        + "&distro=" + release + "&upstream=" + escaped(source)),
                Optional.empty());
    }

    public static SbomComponent java(String maker, String version) {
        return new SbomComponent("platform", maker, "OpenJDK", version, Optional.empty(), Optional.empty());
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    ObjectNode json() {
        ObjectNode json = Json.object().put("type", kind);
        json.put("bom-ref", address.orElse(group + "/" + name + "@" + version));
        json.put("group", group).put("name", name).put("version", version);
        sha256.ifPresent(
                sum -> json.putArray("hashes").addObject().put("alg", "SHA-256").put("content", sum));
        address.ifPresent(where -> json.put("purl", where));
        return json;
    }
}

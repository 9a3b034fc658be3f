package dev.stowage.image.oci;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.image.layer.Layer;
import dev.stowage.image.layer.LayerStore;
import dev.stowage.image.layer.LayerTree;
import dev.stowage.image.layer.Sha256;
import dev.stowage.k8s.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OciArchiveTest {
    @TempDir
    Path folder;

    @Test
    void everyNameLeadsToBlobsThatAreThere() throws Exception {
        Path file = write("a.tar");
        JsonNode index = Json.read(entry(file, "index.json"));
        assertThat(index.path("manifests")).hasSize(2);
        for (JsonNode descriptor : index.path("manifests")) {
            assertThat(descriptor.at("/platform/architecture").asText()).isEqualTo("amd64");
            JsonNode manifest = Json.read(blob(file, descriptor));
            JsonNode config = Json.read(blob(file, manifest.path("config")));
            assertThat(config.at("/rootfs/diff_ids")).hasSameSizeAs(manifest.path("layers"));
            for (JsonNode layer : manifest.path("layers")) {
                assertThat(blob(file, layer)).hasSize(layer.path("size").asInt());
            }
        }
        assertThat(index.at("/manifests/0/annotations/io.containerd.image.name").asText())
                .isEqualTo("example.org/one:1");
        assertThat(index.at("/manifests/1/annotations/org.opencontainers.image.ref.name")
                        .asText())
                .isEqualTo("example.org/two:1");
    }

    @Test
    void aContainerBeginsAsTheImageSays() throws Exception {
        Path file = write("a.tar");
        JsonNode docker = Json.read(entry(file, "manifest.json"));
        JsonNode config = Json.read(entry(file, docker.at("/1/Config").asText()));
        assertThat(config.at("/config/User").asText()).isEqualTo("65532:65532");
        assertThat(config.at("/config/Entrypoint").toString()).isEqualTo("[\"/bin/x\",\"two\"]");
        assertThat(config.at("/config/Env").toString()).isEqualTo("[\"A=b\",\"PATH=/bin\"]");
        assertThat(docker.at("/1/RepoTags/0").asText()).isEqualTo("example.org/two:1");
    }

    @Test
    void theSameImagesGiveTheSameFile() throws Exception {
        assertThat(write("a.tar")).hasSameBinaryContentAs(write("b.tar"));
    }

    @Test
    void aLayerThatBothHaveIsThereOnce() throws Exception {
        Path file = write("a.tar");
        assertThat(new String(tar("-tf", file.toString()), StandardCharsets.UTF_8)
                        .lines()
                        .filter(name -> name.startsWith("blobs/sha256/") && !name.endsWith("/")))
                .doesNotHaveDuplicates()
                .hasSize(2 + 2 + 1);
    }

    private Path write(String name) throws IOException {
        Layer layer = new LayerStore(folder.resolve("layers")).pack("test", new LayerTree().text("a", "b"));
        Path file = folder.resolve(name);
        new OciArchive("amd64").write(List.of(image("one", layer), image("two", layer)), file);
        return file;
    }

    private static OciImage image(String name, Layer layer) {
        return new OciImage(
                "example.org/" + name + ":1",
                List.of(layer),
                List.of("/bin/x", name),
                "65532:65532",
                Map.of("PATH", "/bin", "A", "b"),
                Map.of("title", name));
    }

    private static byte[] blob(Path file, JsonNode descriptor) throws Exception {
        String digest = descriptor.path("digest").asText().substring("sha256:".length());
        byte[] content = entry(file, "blobs/sha256/" + digest);
        assertThat(Sha256.of(content)).isEqualTo(digest);
        return content;
    }

    private static byte[] entry(Path file, String name) throws Exception {
        return tar("-xOf", file.toString(), name);
    }

    private static byte[] tar(String... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("tar");
        builder.command().addAll(List.of(arguments));
        Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        byte[] said = process.getInputStream().readAllBytes();
        assertThat(process.waitFor()).isZero();
        return said;
    }
}

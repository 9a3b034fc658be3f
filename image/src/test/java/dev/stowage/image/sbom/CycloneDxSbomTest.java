package dev.stowage.image.sbom;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CycloneDxSbomTest {
    private static final SbomComponent JAR = SbomComponent.jar("io.grpc", "grpc-api", "1.2", "ab");
    private static final SbomComponent PACKAGE =
            SbomComponent.debian("libstdc++6", "1:12.2.0-14+deb12u1", "amd64", "gcc-12", "debian-12");

    @Test
    void componentsAreFoundByTheirAddresses() throws Exception {
        JsonNode bill = read(
                new CycloneDxSbom("stowage.dev/stowage", "1", List.of(JAR, PACKAGE, SbomComponent.java("A", "25"))));
        assertThat(bill.path("bomFormat").asText()).isEqualTo("CycloneDX");
        assertThat(bill.at("/components/0/purl").asText()).isEqualTo("pkg:maven/io.grpc/grpc-api@1.2");
        assertThat(bill.at("/components/0/hashes/0/content").asText()).isEqualTo("ab");
        assertThat(bill.at("/components/1/purl").asText())
                .isEqualTo("pkg:deb/debian/libstdc%2B%2B6@1%3A12.2.0-14%2Bdeb12u1?arch=amd64&distro=debian-12"
                        + "&upstream=gcc-12");
        assertThat(bill.at("/components/2/type").asText()).isEqualTo("platform");
        assertThat(bill.at("/metadata/component/name").asText()).isEqualTo("stowage.dev/stowage");
    }

    @Test
    void theSameContentHasTheSameNumberAndOtherContentAnother() {
        CycloneDxSbom cycloneDxSbom = new CycloneDxSbom("a", "1", List.of(JAR));
        assertThat(new CycloneDxSbom("a", "1", List.of(JAR)).text()).isEqualTo(cycloneDxSbom.text());
        assertThat(new CycloneDxSbom("a", "1", List.of(PACKAGE)).text()).isNotEqualTo(cycloneDxSbom.text());
    }

    private static JsonNode read(CycloneDxSbom cycloneDxSbom) throws Exception {
        return Json.read(cycloneDxSbom.text().getBytes(StandardCharsets.UTF_8));
    }
}

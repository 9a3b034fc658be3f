package dev.stowage.cli.up;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.cli.up.backend.AvailableBackends;
import dev.stowage.cli.up.backend.HostCapabilities;
import dev.stowage.cli.up.backend.PoolFile;
import dev.stowage.driver.LocalProgram;
import dev.stowage.driver.backend.BackendKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InitialObjectsTest {
    private static final AvailableBackends EVERYTHING = AvailableBackends.of(new HostCapabilities(
            true, true, Set.of("ext4", "xfs", "btrfs"), Set.of("mkfs.ext4", "mkfs.xfs", "mkfs.btrfs")));
    private static final AvailableBackends WITHOUT_ROOT = AvailableBackends.of(new HostCapabilities(
            false, true, Set.of("ext4", "xfs", "btrfs"), Set.of("mkfs.ext4", "mkfs.xfs", "mkfs.btrfs")));

    private static String name(JsonNode object) {
        return object.path("metadata").path("name").asText();
    }

    private static List<String> classes(List<ObjectNode> objects) {
        return objects.stream()
                .filter(object -> object.path("kind").asText().equals("StorageClass"))
                .map(InitialObjectsTest::name)
                .toList();
    }

    /// A class that names another driver or pool would make claims wait forever.
    @Test
    void theFirstClassesAreOfDriversAndPoolsThatThereAre(@TempDir Path folder) throws Exception {
        for (AvailableBackends availableBackends : List.of(EVERYTHING, WITHOUT_ROOT)) {
            String pools = Files.readString(PoolFile.write(folder, folder.resolve("shared"), availableBackends));
            Set<String> drivers = availableBackends.has(BackendKind.IMAGE)
                    ? Set.of(LocalProgram.LOCAL, LocalProgram.DISK)
                    : Set.of(LocalProgram.LOCAL);
            for (ObjectNode object : InitialObjects.objects(availableBackends, availableBackends.best())) {
                switch (object.path("kind").asText()) {
                    case "CSIDriver" -> assertThat(drivers).contains(name(object));
                    case "StorageClass" -> {
                        assertThat(drivers).contains(object.path("provisioner").asText());
                        object.path("parameters")
                                .forEach(pool -> assertThat(pools).contains("\"name\":\"" + pool.asText() + "\""));
                    }
                    case "VolumeAttributesClass" ->
                        assertThat(drivers).contains(object.path("driverName").asText());
                    default ->
                        assertThat(drivers).contains(object.path("driver").asText());
                }
            }
        }
    }

    @Test
    void everyKindOfClassIsThere() throws Exception {
        List<ObjectNode> objects = InitialObjects.objects(EVERYTHING, BackendKind.IMAGE);
        assertThat(objects.stream().map(object -> object.path("kind").asText()).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder("CSIDriver", "StorageClass", "VolumeSnapshotClass", "VolumeAttributesClass");
        assertThat(classes(objects))
                .containsExactly(
                        "stowage", "stowage-now", "stowage-btrfs", "stowage-shared", "stowage-folder", "stowage-disk");
    }

    @Test
    void withoutRootOnlyDirectoriesAreLeft() throws Exception {
        assertThat(classes(InitialObjects.objects(WITHOUT_ROOT, WITHOUT_ROOT.best())))
                .containsExactly("stowage", "stowage-now", "stowage-shared", "stowage-folder");
    }

    @Test
    void theUsualClassesFollowTheBackend() throws Exception {
        for (ObjectNode object : InitialObjects.objects(EVERYTHING, BackendKind.BTRFS)) {
            if (Set.of("stowage", "stowage-now").contains(name(object)) && object.has("provisioner")) {
                assertThat(object.path("parameters").path("pool").asText()).isEqualTo("subvolumes");
            }
        }
    }
}

package dev.stowage.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.driver.backend.BackendKind;
import dev.stowage.driver.mounter.protocol.MounterClient;
import dev.stowage.driver.pool.PoolSettings;
import dev.stowage.driver.share.NfsSource;
import dev.stowage.flags.UsageException;
import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PoolConfigTest {

    @TempDir
    private Path folder;

    private List<PoolSettings> read(String json) throws IOException {
        return PoolConfig.read(
                Files.writeString(folder.resolve("pools.json"), json), Path.of("/data"), MounterClient.NONE);
    }

    @Test
    void severalPoolsKeepTheirOrderAndTheirDefaults() throws Exception {
        List<PoolSettings> pools = read("""
                {"pools": [
                  {"name": "fast", "backend": "image", "directory": "/a/b", "size": "2Gi", "overcommitPercent": 150},
                  {"name": "bulk", "backend": "btrfs", "directory": "/c", "lowWater": "1Mi", "thin": true, "ownPool": false}
                ]}""");
        assertThat(pools)
                .containsExactly(
                        new PoolSettings(
                                "fast",
                                BackendKind.IMAGE,
                                Path.of("/a/b"),
                                Bytes.gibi(2),
                                1.5,
                                Bytes.mebi(64),
                                false,
                                true),
                        new PoolSettings(
                                "bulk",
                                BackendKind.BTRFS,
                                Path.of("/c"),
                                Bytes.gibi(100),
                                1,
                                Bytes.mebi(1),
                                true,
                                false));
    }

    @Test
    void aThinPoolHasAMarkForItsMetadata() throws Exception {
        List<PoolSettings> pools = read("""
                {"pools": [
                  {"name": "a", "backend": "lvm", "directory": "/a", "volumeGroup": "vg", "thinPool": "thin"},
                  {"name": "b", "backend": "lvm", "directory": "/b", "volumeGroup": "vg", "thinPool": "thin",
                   "metadataLowWaterPercent": 35}
                ]}""");
        assertThat(pools).extracting(PoolSettings::metadataLowWater).containsExactly(20, 35);
        assertThatThrownBy(() -> read("""
                {"pools": [{"name": "a", "backend": "lvm", "directory": "/a", "volumeGroup": "vg", "thinPool": "thin",
                  "metadataLowWaterPercent": 101}]}""")).hasMessageContaining("not between 0 and 100 percent");
    }

    @Test
    void aShareIsMountedInTheDriversDirectoryUnlessItHasOne() throws Exception {
        List<PoolSettings> pools = read("""
                {"pools": [
                  {"name": "a", "backend": "shared",
                   "source": {"type": "nfs", "server": "nas", "share": "/a", "mountOptions": ["nfsvers=4.1"]}},
                  {"name": "b", "backend": "shared", "directory": "/mnt/b",
                   "source": {"type": "nfs", "server": "::1", "share": "/"}}
                ]}""");
        assertThat(pools)
                .extracting(PoolSettings::directory)
                .containsExactly(Path.of("/data/shares/a"), Path.of("/mnt/b"));
        assertThat(pools)
                .extracting(pool -> pool.source().orElseThrow())
                .containsExactly(
                        new NfsSource("nas", "/a", List.of("nfsvers=4.1")), new NfsSource("::1", "/", List.of()));
    }

    @Test
    void aPoolIsInItsTopologyOrAccessibleFromEverywhere() throws Exception {
        List<PoolSettings> pools = read("""
                {"pools": [
                  {"name": "a", "backend": "image", "directory": "/a", "topology": {"topology.kubernetes.io/zone": "a"}},
                  {"name": "b", "backend": "image", "directory": "/b"}
                ]}""");
        assertThat(pools)
                .extracting(PoolSettings::topology)
                .containsExactly(new Topology(Map.of("topology.kubernetes.io/zone", "a")), Topology.ANYWHERE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {                                                                    | Unexpected end
            {"pools": []}                                                        | the file has no pools
            {"pools": [1]}                                                       | a pool must be an object
            {"pools": [{"name": "a", "directory": "/d"}]}                        | field "backend" is missing
            {"pools": [{"name": "a", "backend": "zfs", "directory": "/d"}]}      | unknown backend "zfs"
            {"pools": [{"name": "a", "backend": "image", "directory": "d"}]}     | is not an absolute path
            {"pools": [{"name": "A b", "backend": "image", "directory": "/d"}]}  | invalid pool name "A b"
            {"pools": [{"name": "a", "backend": "shared", "source": {"type": "smb"}}]} | unknown type of source "smb"
            {"pools": [{"name": "a", "backend": "shared", "source": {"type": "nfs", "server": "a,b", "share": "/"}}]} | server must be
            {"pools": [{"name": "a", "backend": "image", "source": {"type": "nfs", "server": "a", "share": "/"}}]} | only backend shared
            {"pools": [{"nme": "a"}]}                                            | unknown key "nme"
            {"pools": [{"name": "a", "backend": "image", "directory": "/d", "topology": {}}]} | topology is empty
            {"pools": [{"name": "a", "backend": "image", "directory": "/d", "topology": {"a b": "c"}}]} | invalid topology key "a b"
            {"pools": [{"name": "a", "backend": "image", "directory": "/d", "topology": {"zone": "-"}}]} | invalid value of topology key zone
            """)
    void aMistakeIsOneClearSentence(String json, String message) {
        assertThatThrownBy(() -> read(json))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("flag --config: ")
                .hasMessageContaining(message);
    }
}

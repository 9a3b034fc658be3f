package dev.stowage.node.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The file that the kubelet reads as well.
final class VolDataTest {

    @TempDir
    Path folder;

    @Test
    void hasTheKubeletsKeys() throws Exception {
        VolData.ofPod("d.example.com", "h1", "pv-1", "n1", false).write(folder);
        String attachment = "csi-" + KubeletPaths.digest("h1d.example.comn1");
        assertThat(Files.readString(folder.resolve("vol_data.json")))
                .isEqualTo("{\"attachmentID\":\"" + attachment + "\",\"driverName\":\"d.example.com\","
                        + "\"nodeName\":\"n1\",\"specVolID\":\"pv-1\",\"volumeHandle\":\"h1\","
                        + "\"volumeLifecycleMode\":\"Persistent\"}");
        VolData.ofStaging("d.example.com", "h1").write(folder);
        assertThat(Files.readString(folder.resolve("vol_data.json")))
                .isEqualTo("{\"driverName\":\"d.example.com\",\"volumeHandle\":\"h1\"}");
        assertThat(folder).isDirectoryContaining("glob:**/vol_data.json").isDirectoryNotContaining("glob:**/.*");
    }

    @Test
    void isReadAsItWasWritten() throws Exception {
        VolData written = VolData.ofPod("d.example.com", "h1", "data", "n1", true);
        written.write(folder);
        assertThat(VolData.find(folder)).contains(written);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{\"driverName\":\"d\"}", "{\"volumeHandle\":\"h\"}"})
    void aFileThatDoesNotTellAVolumeIsAsGoodAsNone(String content) throws Exception {
        Files.writeString(folder.resolve("vol_data.json"), content);
        assertThat(VolData.find(folder)).isEmpty();
    }

    @Test
    void aFolderWithoutItTellsNothing() throws Exception {
        assertThat(VolData.find(folder.resolve("gone"))).isEmpty();
    }
}

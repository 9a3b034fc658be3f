package dev.stowage.cli.up.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NodeCountFileTest {
    @TempDir
    private Path data;

    @Test
    void theNumberIsKept() throws Exception {
        assertThat(NodeCountFile.read(data)).isZero();
        NodeCountFile.write(data, 3);
        assertThat(NodeCountFile.read(data)).isEqualTo(3);
        NodeCountFile.write(data, 1);
        assertThat(NodeCountFile.read(data)).isOne();
    }

    @Test
    void aClusterWithoutTheFileHasAsManyAsDirectories() throws Exception {
        for (String name : new String[] {"node-1", "node-12", "node-x", "node-2000000000000", "other"}) {
            Files.createDirectories(data.resolve("nodes").resolve(name));
        }
        assertThat(NodeCountFile.read(data)).isEqualTo(12);
    }

    @Test
    void aBrokenFileIsNamed() throws Exception {
        Path file = Files.writeString(data.resolve(NodeCountFile.NAME), "{\"nodes\": -1}");
        assertThatThrownBy(() -> NodeCountFile.read(data))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString());
        Files.writeString(file, "?");
        assertThatThrownBy(() -> NodeCountFile.read(data))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString())
                .hasMessageEndingWith("(delete the file to count the directories of nodes)");
    }
}

package dev.stowage.driver.lvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.sdk.BlockRange;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the programs print.
class ThinMappingsTest {

    private static final long CHUNK = 65536;

    private static final String DUMP = """
            <superblock uuid="" time="2" transaction="3" flags="0" version="2" data_block_size="128" nr_data_blocks="0">
              <device dev_id="2" mapped_blocks="4" transaction="1" creation_time="1" snap_time="1">
                <single_mapping origin_block="0" data_block="0" time="0"/>
                <range_mapping origin_begin="5" data_begin="1" length="3" time="0"/>
              </device>
            </superblock>
            """;

    private static final String DELTA = """
            <superblock uuid="" time="2" transaction="3" data_block_size="128" nr_data_blocks="0">
              <diff left="2" right="3">
                <left_only begin="0" length="1"/>
                <different begin="5" length="1"/>
                <same begin="6" length="2"/>
                <right_only begin="50" length="2"/>
              </diff>
            </superblock>
            """;

    @Test
    void theBlocksOfAVolumeAreFound() throws IOException {
        assertThat(read(DUMP, 0, 100 * CHUNK)).containsExactly(range(0, 1), range(5, 3));
    }

    @Test
    void theBlocksThatTwoVolumesShareAreLeftOut() throws IOException {
        assertThat(read(DELTA, 0, 100 * CHUNK)).containsExactly(range(0, 1), range(5, 1), range(50, 2));
    }

    @Test
    void rangesAreCutAtTheOffsetAndAtTheEndOfTheVolume() throws IOException {
        assertThat(read(DUMP, 6 * CHUNK + 4096, 7 * CHUNK))
                .containsExactly(new BlockRange(6 * CHUNK + 4096, CHUNK - 4096));
    }

    @Test
    void outputThatIsCutOffIsNotTakenForTheWhole() {
        assertThatThrownBy(() -> read(DUMP.substring(0, DUMP.indexOf("<range")), 0, 100 * CHUNK))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cannot read the mappings");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<superblock data_block_size=\"128\"><single_mapping origin_block=\"x\"/></superblock>",
                "<superblock data_block_size=\"128\"><single_mapping/></superblock>",
                "<superblock data_block_size=\"128\"><range_mapping origin_begin=\"1\" length=\"0\"/></superblock>",
                "<superblock><single_mapping origin_block=\"1\"/></superblock>",
                "<single_mapping origin_block=\"1\"/>",
                "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><superblock>&b;</superblock>",
                "",
            })
    void anythingElseIsRefused(String output) {
        assertThatThrownBy(() -> read(output, 0, 100 * CHUNK)).isInstanceOf(IOException.class);
    }

    private static List<BlockRange> read(String output, long from, long end) throws IOException {
        ThinMappings mappings =
                new ThinMappings(new ByteArrayInputStream(output.getBytes(StandardCharsets.UTF_8)), from, end);
        List<BlockRange> found = new ArrayList<>();
        for (Optional<BlockRange> range = mappings.next(); range.isPresent(); range = mappings.next()) {
            found.add(range.get());
        }
        return found;
    }

    private static BlockRange range(long block, long length) {
        return new BlockRange(block * CHUNK, length * CHUNK);
    }
}

package dev.stowage.driver.lvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// How much may be written to a volume while it is copied.
class CowSizeTest {

    private static final Bytes EXTENT = Bytes.mebi(4);

    @ParameterizedTest
    @CsvSource({
        "'',    1000, 2000, 200", // a fifth
        "'',    1000,  102, 100", // less, because there is no more: whole extents
        "'',    1000,   20,  20", // the least
        "'',       8,   80,   4",
        "50%,   1000,  512, 512", // with the table of what was overwritten
        "100%,  1000, 1016, 1016",
        "1%,    1000, 2000,  16", // rounded up
        "10Mi,  1000,   12,  12",
        "3Gi,   1000, 4000, 3072",
    })
    void theClassAndTheFreeSpaceDecide(String parameter, long volume, long free, long expected) throws CsiException {
        assertThat(CowSize.parse(parameter).of(Bytes.mebi(volume), Bytes.mebi(free), EXTENT))
                .isEqualTo(Bytes.mebi(expected));
    }

    @ParameterizedTest
    @CsvSource({
        "'', 1000, 19",
        "'', 8, 3",
        "50%, 1000, 511",
        "100%, 1000, 1000",
        "10Mi, 1000, 11",
        "9223372036854775807, 8, 8000"
    })
    void whatDoesNotFitIsRefused(String parameter, long volume, long free) throws CsiException {
        CowSize size = CowSize.parse(parameter);

        assertThatThrownBy(() -> size.of(Bytes.mebi(volume), Bytes.mebi(free), EXTENT))
                .hasMessageContaining("cowSize")
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.RESOURCE_EXHAUSTED));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0%", "101%", "5 %", "%", "0", "-1", "ten", "1.5Gi%", "--size"})
    void anythingElseIsRefused(String parameter) {
        assertThatThrownBy(() -> CowSize.parse(parameter))
                .hasMessageContaining("parameter cowSize must be")
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.INVALID_ARGUMENT));
    }

    /// A chunk of 4 KiB takes 16 bytes more, and the first chunk is a header.
    @Test
    void aVolumeCanBeOverwrittenCompletelyWithAShareOfAllOfIt() throws CsiException {
        for (Bytes volume : List.of(EXTENT, Bytes.mebi(8), Bytes.gibi(1), Bytes.gibi(1 << 14))) {
            long chunks = volume.count() / 4096;
            long needed = (chunks + Math.ceilDiv(chunks, 256) + 1) * 4096;

            assertThat(CowSize.parse("100%").of(volume, Bytes.UNLIMITED, EXTENT).count())
                    .isGreaterThan(needed);
        }
    }

    @Test
    void aVolumeOfAnySizeHasAShare() throws CsiException {
        Bytes huge = Bytes.of(Long.MAX_VALUE / 2);

        assertThat(CowSize.parse("100%").of(huge, Bytes.UNLIMITED, EXTENT).count())
                .isGreaterThan(huge.count() / 100 * 99);
    }
}

package dev.stowage.flags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ByteSizeTest {

    @ParameterizedTest
    @CsvSource({
        "0,0",
        "1024,1024",
        "1Ki,1024",
        "1KiB,1024",
        "1k,1000",
        "1.5Gi,1610612736",
        "10GB,10000000000",
        "7Ei,8070450532247928832"
    })
    void sizesAreReadAsPeopleWriteThem(String text, long bytes) {
        assertThat(ByteSize.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Gi", "-1", "1.5", "8Ei", "1 Gi", "1Gib", "1e3"})
    void whatIsNoSizeIsRefused(String text) {
        assertThatThrownBy(() -> ByteSize.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "0,0B",
        "1023,1023B",
        "1024,1KiB",
        "1535,1.4KiB",
        "1048575,1023.9KiB",
        "10737418240,10GiB",
        "9223372036854775807,7.9EiB",
        "-1,-1B"
    })
    void sizesAreShownShortAndNeverTooLarge(long bytes, String text) {
        assertThat(ByteSize.format(bytes)).isEqualTo(text);
    }
}

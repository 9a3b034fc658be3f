package dev.stowage.flags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FlagSetTest {

    private final FlagSet flags = new FlagSet("stowage try [flags] [NAME]", "Tries things.").arguments(1);
    private final Flag<String> address = flags.text("csi-address", "/run/csi/socket", "The driver's socket.");
    private final Flag<Duration> timeout =
            flags.duration("timeout", Duration.ofSeconds(110), "The longest a call may take.");
    private final Flag<Boolean> election = flags.bool("leader-election", false, "Elect a leader.");
    private final Flag<Integer> workers = flags.integer("worker-threads", 10, "How many at once.");
    private final Flag<Map<String, String>> topology = flags.pairs("topology", "Where this node is.");

    @ParameterizedTest
    @ValueSource(
            strings = {"--csi-address=/a.sock", "-csi-address=/a.sock", "--csi-address /a.sock", "-csi-address /a.sock"
            })
    void dashesAndEqualsSignsAreInterchangeable(String line) {
        assertThat(flags.parse(line.split(" ")).value(address)).isEqualTo("/a.sock");
    }

    @Test
    void absentFlagsHaveTheirFallbackAndAreKnownAsAbsent() {
        ParsedFlags parsed = flags.parse("--worker-threads=10");
        assertThat(parsed.value(timeout)).isEqualTo(Duration.ofSeconds(110));
        assertThat(parsed.isSet(timeout)).isFalse();
        assertThat(parsed.isSet(workers)).isTrue();
    }

    @Test
    void aBooleanTakesNoFollowingWord() {
        ParsedFlags parsed = flags.parse("--leader-election", "name");
        assertThat(parsed.value(election)).isTrue();
        assertThat(parsed.arguments()).containsExactly("name");
        assertThat(flags.parse("--leader-election=false").value(election)).isFalse();
    }

    @Test
    void wordsAfterTwoDashesAreNoFlags() {
        assertThat(flags.parse("--", "--worker-threads").arguments()).containsExactly("--worker-threads");
    }

    @Test
    void pairsKeepTheirOrder() {
        assertThat(flags.parse("--topology=zone=a,rack=7").value(topology))
                .containsExactly(Map.entry("zone", "a"), Map.entry("rack", "7"));
    }

    @Test
    void aJoinedFlagAddsUp() {
        FlagSet flags = new FlagSet("x", "x");
        Flag<String> gates = flags.commaSeparated("gates", "Gates.");
        assertThat(flags.parse("--gates=A=true", "--gates", "B=false").value(gates))
                .isEqualTo("A=true,B=false");
        assertThat(flags.parse().value(gates)).isEmpty();
    }

    @Test
    void theLastOfARepeatedFlagCounts() {
        assertThat(flags.parse("--worker-threads=1", "--worker-threads=2").value(workers))
                .isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --worker-thread=3     | unknown flag --worker-thread; did you mean --worker-threads?
            --nonsense            | unknown flag --nonsense (--help lists the flags)
            --worker-threads=many | flag --worker-threads: "many" is not a whole number
            --timeout             | flag --timeout needs a value
            --timeout=soon        | flag --timeout: "soon" is not a duration
            --leader-election=si  | flag --leader-election: "si" is neither true nor false
            --topology=a          | flag --topology: "a" is not KEY=VALUE
            --topology=a=1,a=2    | flag --topology: key "a" is given twice
            one two               | unexpected argument "two"
            """)
    void aWrongLineIsOneClearSentence(String line, String message) {
        assertThatThrownBy(() -> flags.parse(line.split(" ")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void aRequiredFlagMustBeThere() {
        flags.required("endpoint", "ADDRESS", "Where to listen.");
        assertThatThrownBy(() -> flags.parse(List.of())).hasMessageStartingWith("flag --endpoint ADDRESS is required");
    }

    @Test
    void helpTeachesEveryFlagWithItsDefault() {
        assertThatThrownBy(() -> flags.parse("--nonsense-after", "-h", "--help"))
                .as("a wrong flag before the help flag is still wrong")
                .isInstanceOf(UsageException.class);
        assertThatThrownBy(() -> flags.parse("--worker-threads=1", "--help"))
                .isInstanceOf(HelpRequestedException.class)
                .hasMessageContaining("Usage: stowage try [flags] [NAME]")
                .hasMessageContaining("--timeout DURATION      The longest a call may take. (default 1m50s)")
                .hasMessageContaining("--leader-election       Elect a leader.\n");
    }

    @ParameterizedTest
    @CsvSource({
        "1m50s,PT1M50S",
        "300ms,PT0.3S",
        "1.5h,PT1H30M",
        "-2s,PT-2S",
        "0,PT0S",
        "1h0m0.5s,PT1H0.5S",
        "10us,PT0.00001S"
    })
    void durationsReadLikeGo(String text, Duration expected) {
        assertThat(GoDuration.parse(text)).isEqualTo(expected);
        assertThat(GoDuration.parse(GoDuration.format(expected))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1 s", "s", "1d", "1s2", "9999999999h", "--1s"})
    void whatGoRefusesIsRefused(String text) {
        assertThatThrownBy(() -> GoDuration.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}

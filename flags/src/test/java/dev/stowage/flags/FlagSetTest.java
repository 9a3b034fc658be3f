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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -n shop -A -o json | shop | true  | json
            -n=shop -o=json    | shop | false | json
            -nshop -ojson      | shop | false | json
            -Ao json           |      | true  | json
            -Aojson -n shop    | shop | true  | json
            -namespace shop    | shop | false | text
            -A=false           |      | false | text
            """)
    void shortFormsWorkAsInKubectl(String line, String inNamespace, boolean everywhere, String format) {
        FlagSet flags = new FlagSet("x", "x");
        Flag<String> namespace = flags.shorthand("n", flags.text("namespace", "", "Namespace."));
        Flag<Boolean> all = flags.shorthand("A", flags.bool("all-namespaces", false, "All."));
        Flag<String> output = flags.shorthand("o", flags.text("output", "text", "Format."));
        ParsedFlags parsed = flags.parse(line.split(" "));
        assertThat(parsed.value(namespace)).isEqualTo(inNamespace == null ? "" : inNamespace);
        assertThat(parsed.value(all)).isEqualTo(everywhere);
        assertThat(parsed.value(output)).isEqualTo(format);
    }

    @Test
    void theHelpShowsShortForms() {
        FlagSet flags = new FlagSet("x", "x");
        flags.shorthand("n", flags.text("namespace", "", "Namespace."));
        flags.shorthand("A", flags.bool("all-namespaces", false, "All."));
        flags.integer("v", 0, "Verbosity.");
        flags.bool("once", false, "Once.");
        assertThat(flags.help()).endsWith("""

                Flags:
                  -n, --namespace string   Namespace.
                  -A, --all-namespaces     All.
                  -v, --v int              Verbosity. (default 0)
                      --once               Once.
                  -h, --help               Show this help.
                """);
    }

    @Test
    void longHelpIsWrapped() {
        FlagSet flags = new FlagSet("x", "x");
        flags.bool("once", false, "word ".repeat(30).strip());
        assertThat(flags.help().lines()).allMatch(line -> line.length() <= 120);
        assertThat(flags.help()).contains("\n      --once   word word").contains("\n               word");
    }

    @Test
    void aShortFormHasOneDash() {
        flags.shorthand("n", flags.text("namespace", "", "Namespace."));
        assertThatThrownBy(() -> flags.parse("--n=shop"))
                .hasMessage("unknown flag --n; did you mean -n? (--help lists the flags)");
        assertThatThrownBy(() -> flags.parse("-z")).hasMessage("unknown flag -z (--help lists the flags)");
    }

    @Test
    void aShortFormBelongsToOneFlag() {
        flags.shorthand("n", flags.text("namespace", "", "Namespace."));
        assertThatThrownBy(() -> flags.shorthand("n", flags.text("node", "", "Node.")))
                .hasMessage("flag -n is declared twice");
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
            --topology=a          | flag --topology: "a" is not key=value
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
        assertThatThrownBy(() -> flags.parse(List.of())).hasMessageStartingWith("flag --endpoint is required");
        assertThatThrownBy(() -> flags.parse("--endpoint=")).hasMessage("flag --endpoint: the value is empty");
    }

    @Test
    void aDirectoryMayBeLeftOutButNotBeEmpty() {
        Flag<String> data = flags.namedDirectory("data", "Where.");
        assertThat(flags.parse().value(data)).isEmpty();
        assertThat(flags.parse("--data", "/x").value(data)).isEqualTo("/x");
        assertThatThrownBy(() -> flags.parse("--data", ""))
                .isInstanceOf(UsageException.class)
                .hasMessage("flag --data: the value is empty");
    }

    @Test
    void helpTeachesEveryFlagWithItsDefault() {
        assertThatThrownBy(() -> flags.parse("--nonsense-after", "-h", "--help"))
                .as("a wrong flag before the help flag is still wrong")
                .isInstanceOf(UsageException.class);
        assertThatThrownBy(() -> flags.parse("--worker-threads=1", "--help"))
                .isInstanceOf(HelpRequestedException.class)
                .hasMessageContaining("Tries things.\n\nUsage:\n  stowage try [flags] [NAME]\n")
                .hasMessageContaining("\n      --timeout duration       The longest a call may take. (default 1m50s)\n")
                .hasMessageContaining("\n      --leader-election        Elect a leader.\n");
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
    @CsvSource({"PT5M,5m0s", "PT10S,10s", "PT2M40S,2m40s", "PT1H,1h0m0s", "PT0S,0s"})
    void kubernetesTextsKeepZeroParts(Duration duration, String text) {
        assertThat(GoDuration.string(duration)).isEqualTo(text);
        assertThat(GoDuration.parse(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1 s", "s", "1d", "1s2", "9999999999h", "--1s"})
    void whatGoRefusesIsRefused(String text) {
        assertThatThrownBy(() -> GoDuration.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}

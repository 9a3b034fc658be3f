package dev.stowage.cel.regex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoRegexTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "abc xabcx true",
                "^abc$ xabc false",
                "^abc$ abc true",
                "a|bc xbc true",
                "^(a|bc)+$ abcbca true",
                "^(a|bc)+$ abcb false",
                "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$ my-name true",
                "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$ my-name- false",
                "^a{2,3}$ aa true",
                "^a{2,3}$ aaaa false",
                "^a{2,}$ aaaaa true",
                "^a{,3}$ a{,3} true",
                "^\\d+\\.\\w*$ 12.x_1 true",
                "^\\D$ 1 false",
                "^[^\\s:]+$ a:b false",
                "^[[:alpha:]_-]+$ a-b_c true",
                "^[]a]+$ ]a] true",
                "^(?i)abc$ aBC true",
                "^(?i:a)b$ AB false",
                "^(?P<name>x)(?:y)$ xy true",
                "\\bfoo\\b a-foo-b true",
                "\\bfoo\\b afoo false",
                "^\\p{L}+$ Žluť true",
                "^\\P{Lu}$ Z false",
                "^\\x41\\x{42}$ AB true",
                "^\\Qa.b\\E$ a.b true",
                "^\\Qa.b\\E$ axb false",
                "^.$ 𝄞 true",
                "^(a*)*b$ aaab true",
                "^(|a)+$ aaa true",
                "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE])?$ 10Gi true",
                "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE])?$ 10Gib false",
            })
    void matches(String pattern, String text, boolean matching) throws InvalidRegexException {
        assertThat(GoRegex.compile(pattern).find(text)).isEqualTo(matching);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "(abc missing_closing_):_`(abc`",
                "abc) unexpected_):_`abc)`",
                "[abc missing_closing_]:_`[abc`",
                "*a missing_argument_to_repetition_operator:_`*`",
                "a** invalid_nested_repetition_operator:_`a**`",
                "(?=a) invalid_or_unsupported_Perl_syntax:_`(?=`",
                "(a)\\1 invalid_escape_sequence:_`\\1`",
                "a{1001} invalid_repeat_count:_`{1001}`",
                "a{3,2} invalid_repeat_count:_`{3,2}`",
                "[b-a] invalid_character_class_range:_`b-a`",
                "\\p{Nope} invalid_character_class_range:_`\\p{Nope}`",
                "a\\ trailing_backslash_at_end_of_expression:_``",
            })
    void anInvalidExpressionIsRefused(String pattern, String problem) {
        assertThatThrownBy(() -> GoRegex.compile(pattern))
                .isInstanceOf(InvalidRegexException.class)
                .hasMessage("error parsing regexp: " + problem.replace('_', ' '));
    }

    @Test
    void anExpressionThatGrowsTooLargeIsRefused() {
        assertThatThrownBy(() -> GoRegex.compile("a{1000}".repeat(30)))
                .isInstanceOf(InvalidRegexException.class)
                .hasMessageContaining("expression too large");
    }

    @Test
    void anExpressionThatNestsTooDeeplyIsRefused() {
        assertThatThrownBy(() -> GoRegex.compile("(".repeat(100_000) + ")".repeat(100_000)))
                .isInstanceOf(InvalidRegexException.class)
                .hasMessageContaining("nests too deeply");
    }

    @Test
    void noTextCausesBacktracking() throws InvalidRegexException {
        assertThat(GoRegex.compile("^(a+)+$").find("a".repeat(50_000) + "b")).isFalse();
        assertThat(GoRegex.compile("^(a|aa|a*)*$").find("a".repeat(50_000) + "b"))
                .isFalse();
    }

    @Test
    void aSearchThatTakesTooLongIsGivenUp() throws InvalidRegexException {
        assertThat(GoRegex.compile("(x?){1000}(a{0,9}){100}b").find("a".repeat(1_000_000)))
                .isFalse();
    }

    /// A group that matches nothing compiles to nothing, however often it is repeated.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "((a{1000}){1000}){1000}",
                "(((((){1000}){1000}){1000}){1000}){1000}",
                "((?i){1000}){2}",
                "((a|b{500})*){3}",
            })
    void repetitionsInsideEachOtherAreLimited(String pattern) {
        assertThatThrownBy(() -> GoRegex.compile(pattern))
                .isInstanceOf(InvalidRegexException.class)
                .hasMessageStartingWith("error parsing regexp: invalid repeat count: `{");
    }

    @ParameterizedTest
    @ValueSource(strings = {"((a{10}){10}){10}", "(a{0}){1000}", "((a*){1000})*", "(a{2,}){500}"})
    void repetitionsUpToAThousandAreAllowed(String pattern) throws InvalidRegexException {
        assertThat(GoRegex.compile(pattern).find("a".repeat(1000))).isTrue();
    }

    /// Each of these took a time that grows with the square of the length, or with the product of two.
    @ParameterizedTest
    @ValueSource(strings = {"{", "[[:", "[a]", "a{", "x|"})
    void aLongPatternIsReadInOnePass(String part) {
        String pattern = part.repeat(1_000_000 / part.length());
        try {
            assertThat(GoRegex.compile(pattern).find("no")).isIn(true, false);
        } catch (InvalidRegexException e) {
            assertThat(e).hasMessageStartingWith("error parsing regexp: ");
        }
    }

    @Test
    void aClassWithManyPartsIsSearchedQuickly() throws InvalidRegexException {
        String parts = IntStream.range(0, 20_000)
                .mapToObj(i -> Character.toString(0x4e00 + i * 2 % 20_000))
                .collect(Collectors.joining());

        assertThat(GoRegex.compile("^[" + parts + "]*$").find("\u4e00".repeat(500_000) + "a"))
                .isFalse();
        assertThat(GoRegex.compile("^[" + "\\PL".repeat(5_000) + "]*$").find("1".repeat(100_000) + "a"))
                .isFalse();
    }
}

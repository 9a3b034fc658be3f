package dev.stowage.interop.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

final class WalkthroughTest {

    private static final String DOCUMENT = """
            # A document
            ```sh
            work=1
            echo "$work"
            # => 1
            ```
            Words, and what must not be run:
            ```console
            rm -rf /
            # => gone
            ```
            ```java
            run();
            ```
            - in a list
              ```sh
              echo  two   words
              # => two words
              ```
            """;

    @Test
    void onlyBlocksMarkedShAreRunAllInOneScript() {
        assertThat(Walkthrough.in("a", DOCUMENT, Walkthrough.HERE)
                        .script()
                        .lines()
                        .map(String::strip))
                .containsExactly("work=1", "echo \"$work\"", "# => 1", "echo  two   words", "# => two words");
    }

    @Test
    void promisesOfBlocksThatAreNotRunDoNotCount() {
        assertThat(Walkthrough.in("a", DOCUMENT, Walkthrough.HERE).promises()).containsExactly("1", "two words");
    }

    @Test
    void commandsForAClusterAreAWalkOfTheirOwn() {
        String document = "```sh\nls\n```\n```sh cluster\nkubectl get pv\n```\n";
        assertThat(Walkthrough.in("a", document, Walkthrough.HERE).script()).isEqualTo("ls\n");
        assertThat(Walkthrough.in("a", document, Walkthrough.ON_A_CLUSTER).script())
                .isEqualTo("kubectl get pv\n");
    }

    @Test
    void documentWithoutCommandsIsEmpty() {
        assertThat(Walkthrough.in("a", "Words only.\n```text\nls\n```\n", Walkthrough.HERE)
                        .isEmpty())
                .isTrue();
        assertThat(Walkthrough.in("a", DOCUMENT, Walkthrough.HERE).isEmpty()).isFalse();
    }

    @Test
    void blockWithoutEndIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Walkthrough.in("docs/a.md", "```sh\nls\n", Walkthrough.HERE))
                .withMessageContaining("docs/a.md");
    }

    @Test
    void promisesAreKeptByPartsOfLinesWhateverTheColumns() {
        assertThat(promising("NAME: hello", "10MiB").broken(List.of("log", "NAME:     hello.dev", "id   10MiB")))
                .isEmpty();
    }

    @Test
    void missingTextBreaksAPromiseAndAllAfterIt() {
        assertThat(promising("one", "two", "three").broken(List.of("one", "three")))
                .containsExactly("two", "three");
    }

    @Test
    void promisesMustBeKeptInTheirOrder() {
        assertThat(promising("one", "two").broken(List.of("two", "one"))).containsExactly("two");
    }

    @Test
    void oneLineKeepsOnePromiseOnly() {
        assertThat(promising("OK", "OK").broken(List.of("OK OK"))).containsExactly("OK");
    }

    private static Walkthrough promising(String... promises) {
        return new Walkthrough("true\n", List.of(promises));
    }
}

package dev.stowage.interop.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

final class DocumentScriptTest {

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
        assertThat(DocumentScript.in("a", DOCUMENT, DocumentScript.HERE)
                        .script()
                        .lines()
                        .map(String::strip))
                .containsExactly("work=1", "echo \"$work\"", "# => 1", "echo  two   words", "# => two words");
    }

    @Test
    void promisesOfBlocksThatAreNotRunDoNotCount() {
        assertThat(DocumentScript.in("a", DOCUMENT, DocumentScript.HERE).expectedOutput())
                .containsExactly("1", "two words");
    }

    @Test
    void commandsForAClusterAreAWalkOfTheirOwn() {
        String document = "```sh\nls\n```\n```sh cluster\nkubectl get pv\n```\n";
        assertThat(DocumentScript.in("a", document, DocumentScript.HERE).script())
                .isEqualTo("ls\n");
        assertThat(DocumentScript.in("a", document, DocumentScript.ON_A_CLUSTER).script())
                .isEqualTo("kubectl get pv\n");
    }

    @Test
    void documentWithoutCommandsIsEmpty() {
        assertThat(DocumentScript.in("a", "Words only.\n```text\nls\n```\n", DocumentScript.HERE)
                        .isEmpty())
                .isTrue();
        assertThat(DocumentScript.in("a", DOCUMENT, DocumentScript.HERE).isEmpty())
                .isFalse();
    }

    @Test
    void blockWithoutEndIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DocumentScript.in("docs/a.md", "```sh\nls\n", DocumentScript.HERE))
                .withMessageContaining("docs/a.md");
    }

    @Test
    void promisesAreKeptByPartsOfLinesWhateverTheColumns() {
        assertThat(promising("NAME: hello", "10MiB").missing(List.of("log", "NAME:     hello.dev", "id   10MiB")))
                .isEmpty();
    }

    @Test
    void missingTextBreaksAPromiseAndAllAfterIt() {
        assertThat(promising("one", "two", "three").missing(List.of("one", "three")))
                .containsExactly("two", "three");
    }

    @Test
    void promisesMustBeKeptInTheirOrder() {
        assertThat(promising("one", "two").missing(List.of("two", "one"))).containsExactly("two");
    }

    @Test
    void oneLineKeepsOnePromiseOnly() {
        assertThat(promising("OK", "OK").missing(List.of("OK OK"))).containsExactly("OK");
    }

    private static DocumentScript promising(String... promises) {
        return new DocumentScript("true\n", List.of(promises));
    }
}

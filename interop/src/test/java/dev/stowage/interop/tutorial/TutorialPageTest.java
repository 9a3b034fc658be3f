package dev.stowage.interop.tutorial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TutorialPageTest {

    @Test
    void eachSectionIsATaskWithItsCommandsAndPromises() {
        TutorialPage page = TutorialPage.parse("pods", """
                # Pods

                ## first
                ```sh
                echo one
                # => one
                ```

                ## second
                ```sh
                echo two
                ```
                """);

        assertThat(page.tasks()).extracting(TutorialTask::title).containsExactly("first", "second");
        assertThat(page.tasks().getFirst().script().script())
                .contains("echo one")
                .doesNotContain("echo two");
        assertThat(page.tasks().getFirst().script().expectedOutput()).containsExactly("one");
    }

    @Test
    void marksLeaveATaskOutOfTheQuickSelectionOrOfARealCluster() {
        TutorialPage page = TutorialPage.parse("pods", """
                ## usual
                ```sh
                true
                ```
                ## long
                Slow: it waits for a minute.
                ```sh
                true
                ```
                ## special
                Only on `up`: it needs two nodes.
                ```sh
                true
                ```
                """);

        assertThat(page.quick().tasks()).extracting(TutorialTask::title).containsExactly("usual", "special");
        assertThat(page.tasks())
                .extracting(task -> task.onlyOnUp().orElse(""))
                .containsExactly("", "", "it needs two nodes.");
    }

    @Test
    void aRealClusterRunsAnImage() {
        String task = """
                ## first
                ```sh
                kubectl run web --image=none
                echo '{image: none, command: [sh]}'
                ```
                """;

        assertThat(TutorialTask.parse("pods", task).withImage("box:1").script())
                .contains("--image=box:1\n")
                .contains("{image: box:1, command")
                .doesNotContain("none");
    }

    @Test
    void aTaskWithoutCommandsIsAMistake() {
        assertThatThrownBy(() -> TutorialPage.parse("pods", "## first\nText only.\n"))
                .hasMessageContaining("\"first\" has no commands");
    }

    @Test
    void twoTasksWithOneTitleAreAMistake() {
        String task = "## first\n```sh\ntrue\n```\n";
        assertThatThrownBy(() -> TutorialPage.parse("pods", task + task)).hasMessageContaining("appears twice");
    }

    @Test
    void evenTheQuickSelectionHasAtLeastOneHundredAndTwentyTasks() throws IOException {
        assertThat(titles(TutorialPage.all().stream()))
                .hasSizeGreaterThanOrEqualTo(140)
                .doesNotHaveDuplicates();
        assertThat(titles(TutorialPage.all().stream().map(TutorialPage::quick)))
                .as("the quick selection")
                .hasSizeGreaterThanOrEqualTo(120);
    }

    private static List<String> titles(Stream<TutorialPage> pages) {
        return pages.flatMap(page -> page.tasks().stream().map(task -> page.name() + ": " + task.title()))
                .toList();
    }
}

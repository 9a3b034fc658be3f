package dev.stowage.interop.tutorial;

import dev.stowage.interop.docs.DocumentScript;
import java.util.Optional;

/// A section `## TITLE` of a page with its commands. Lines before the commands can be marks, each with its reason:
/// `Slow: …` leaves the task out of the quick selection, ``Only on `up`: …`` skips it on a real cluster.
///
/// @param slow why it is not in the quick selection
/// @param onlyOnUp why it makes no sense on a real cluster
record TutorialTask(String title, DocumentScript script, Optional<String> slow, Optional<String> onlyOnUp) {
    static final String HEADING = "## ";
    private static final String SLOW = "Slow: ";
    private static final String ONLY_ON_UP = "Only on `up`: ";

    /// The image of all containers in the pages. `up` runs their commands as processes and ignores it.
    private static final String NO_IMAGE = "none";

    /// @param page its name, for error messages
    /// @param section from its heading on
    static TutorialTask parse(String page, String section) {
        String title = section.lines().findFirst().orElseThrow().substring(HEADING.length());
        DocumentScript script = DocumentScript.in(page + ", " + title, section, DocumentScript.HERE);
        if (script.isEmpty()) {
            throw new IllegalArgumentException(page + ": \"" + title + "\" has no commands");
        }
        return new TutorialTask(title, script, mark(section, SLOW), mark(section, ONLY_ON_UP));
    }

    private static Optional<String> mark(String section, String mark) {
        return section.lines()
                .filter(line -> line.startsWith(mark))
                .map(line -> line.substring(mark.length()))
                .findFirst();
    }

    /// The same commands for a cluster that runs images.
    DocumentScript withImage(String image) {
        String commands = script.script()
                .replace("image: " + NO_IMAGE, "image: " + image)
                .replace("--image=" + NO_IMAGE, "--image=" + image);
        return new DocumentScript(commands, script.expectedOutput());
    }
}

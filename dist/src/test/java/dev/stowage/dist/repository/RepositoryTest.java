package dev.stowage.dist.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RepositoryTest {

    /// Files that may be longer because splitting them would make them harder to read, with the reason.
    private static final Map<String, String> LONG_FILES_AND_WHY = Map.of(
            "cli/src/test/java/dev/stowage/cli/csi/CsiCommandTest.java", "a test per verb, and CSI has many",
            "testkit/src/test/java/dev/stowage/testkit/ReferenceControllerService.java",
                    "gRPC wants one class for a service");

    private RepositoryChecks checks = new RepositoryChecks(new RepositoryFiles(Path.of("."), List.of()), Map.of());

    @BeforeAll
    void readTheRepository() throws Exception {
        checks = new RepositoryChecks(RepositoryFiles.ofThisRepository(), LONG_FILES_AND_WHY);
        assertThat(checks.repository().files().stream().map(Object::toString)).contains("pom.xml", "stowage");
    }

    @Test
    void aFileIsShortEnoughToBeReadInOneGo() {
        nothing(RepositoryChecks::longJavaFiles);
    }

    @Test
    void noWorkIsLeftForLaterInsideTheCode() {
        nothing(RepositoryChecks::unfinishedWork);
    }

    @Test
    void noFileNamesAPackageRegistry() {
        nothing(RepositoryChecks::registryAddresses);
    }

    @Test
    void indentationIsSpaces() {
        nothing(RepositoryChecks::tabs);
    }

    @Test
    void onlyOneClassKnowsColours() {
        nothing(RepositoryChecks::colours);
    }

    @Test
    void noFileOrPackageHasAVagueName() {
        nothing(RepositoryChecks::vagueNames);
    }

    @Test
    void everyPackageSaysWhatItIsFor() {
        nothing(RepositoryChecks::packagesWithoutDescription);
    }

    @Test
    void linksInTheDocumentsLeadSomewhere() {
        nothing(RepositoryChecks::brokenLinks);
    }

    @Test
    void textsForUsersAreInPlainEnglish() {
        nothing(RepositoryChecks::oddPhrases);
    }

    @Test
    void theGlossaryNamesClassesThatExist() {
        assertThat(checks.repository().named("GLOSSARY.md")).hasSize(1);
        nothing(RepositoryChecks::glossaryWithoutClasses);
    }

    @Test
    void scriptsAreExecutable() {
        nothing(RepositoryChecks::scriptsThatCannotRun);
    }

    private void nothing(Function<RepositoryChecks, List<String>> check) {
        assertThat(check.apply(checks)).isEmpty();
    }
}

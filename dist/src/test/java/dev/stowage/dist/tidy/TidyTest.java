package dev.stowage.dist.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TidyTest {

    /// A file may be longer when splitting it would hurt its reader; the reason stands here.
    private static final Map<String, String> LONG_FILES_AND_WHY = Map.of(
            "cli/src/test/java/dev/stowage/cli/csi/CsiCommandTest.java", "a test per verb, and CSI has many",
            "testkit/src/test/java/dev/stowage/testkit/ReferenceControllerService.java", "gRPC wants one class for a service");

    private Tidiness tidiness = new Tidiness(new Tree(Path.of("."), List.of()), Map.of());

    @BeforeAll
    void readTheRepository() throws Exception {
        tidiness = new Tidiness(Tree.ofThisRepository(), LONG_FILES_AND_WHY);
        assertThat(tidiness.tree().files().stream().map(Object::toString)).contains("pom.xml", "stowage");
    }

    @Test
    void aFileIsShortEnoughToBeReadInOneGo() {
        nothing(Tidiness::longJavaFiles);
    }

    @Test
    void noWorkIsLeftForLaterInsideTheCode() {
        nothing(Tidiness::unfinishedWork);
    }

    @Test
    void noFileNamesAPackageRegistry() {
        nothing(Tidiness::registryAddresses);
    }

    @Test
    void indentationIsSpaces() {
        nothing(Tidiness::tabs);
    }

    @Test
    void onlyOneClassKnowsColours() {
        nothing(Tidiness::colours);
    }

    @Test
    void noFileOrPackageIsADrawer() {
        nothing(Tidiness::drawers);
    }

    @Test
    void everyPackageSaysWhatItIsFor() {
        nothing(Tidiness::packagesWithoutDescription);
    }

    @Test
    void linksInTheDocumentsLeadSomewhere() {
        nothing(Tidiness::brokenLinks);
    }

    @Test
    void scriptsAreExecutable() {
        nothing(Tidiness::scriptsThatCannotRun);
    }

    private void nothing(Function<Tidiness, List<String>> check) {
        assertThat(check.apply(tidiness)).isEmpty();
    }
}

package dev.stowage.dist.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

final class ArchitectureTest {

    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.stowage");

    @Test
    void theWholeHouseIsSeen() {
        assertThat(HOUSE.stream()
                        .map(StowageModule::of)
                        .flatMap(Optional::stream)
                        .distinct())
                .contains(
                        StowageModule.FLAGS,
                        StowageModule.LINUX,
                        StowageModule.APISERVER,
                        StowageModule.CSI,
                        StowageModule.SDK,
                        StowageModule.CLI,
                        StowageModule.IMAGE,
                        StowageModule.INTEROP,
                        StowageModule.BENCH,
                        StowageModule.DIST);
        assertThat(HOUSE.contain("dev.stowage.cli.Main")).isTrue();
    }

    @ParameterizedTest
    @FieldSource("dev.stowage.dist.architecture.ArchitectureRule#ALL")
    void everyClassKeeps(ArchitectureRule rule) {
        rule.rule().check(HOUSE);
    }

    @ParameterizedTest
    @FieldSource("dev.stowage.dist.architecture.ArchitectureRule#ALL")
    void aClassThatBreaksItIsFoundBy(ArchitectureRule rule) {
        JavaClasses bad = new ClassFileImporter().importClasses(rule.badExample());
        assertThat(rule.rule().evaluate(bad).hasViolation())
                .as("%s breaks %s", rule.badExample(), rule)
                .isTrue();
    }
}

package dev.stowage.dist.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

final class HouseTest {

    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.stowage");

    @Test
    void theWholeHouseIsSeen() {
        assertThat(HOUSE.stream().map(Room::of).flatMap(Optional::stream).distinct())
                .contains(
                        Room.FLAGS,
                        Room.LINUX,
                        Room.APISERVER,
                        Room.CSI,
                        Room.SDK,
                        Room.CLI,
                        Room.IMAGE,
                        Room.INTEROP,
                        Room.BENCH,
                        Room.DIST);
        assertThat(HOUSE.contain("dev.stowage.cli.Main")).isTrue();
    }

    @ParameterizedTest
    @FieldSource("dev.stowage.dist.house.HouseRule#ALL")
    void everyClassKeeps(HouseRule rule) {
        rule.rule().check(HOUSE);
    }

    @ParameterizedTest
    @FieldSource("dev.stowage.dist.house.HouseRule#ALL")
    void aClassThatBreaksItIsFoundBy(HouseRule rule) {
        JavaClasses bad = new ClassFileImporter().importClasses(rule.badExample());
        assertThat(rule.rule().evaluate(bad).hasViolation())
                .as("%s breaks %s", rule.badExample(), rule)
                .isTrue();
    }
}

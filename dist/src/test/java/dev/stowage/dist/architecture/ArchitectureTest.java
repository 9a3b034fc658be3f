package dev.stowage.dist.architecture;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;

final class ArchitectureTest {

    private static final JavaClasses STOWAGE = StowageClasses.ALL;

    /// Modules whose main code is not on the class path of this one: tests only.
    private static final Set<StowageModule> NOT_ON_THE_CLASS_PATH = Set.of(StowageModule.TESTING);

    @Test
    void everyModuleIsSeen() {
        assertThat(STOWAGE.stream()
                        .map(StowageModule::of)
                        .flatMap(Optional::stream)
                        .collect(toSet()))
                .containsAll(Arrays.stream(StowageModule.values())
                        .filter(module -> !NOT_ON_THE_CLASS_PATH.contains(module))
                        .toList());
        assertThat(STOWAGE.contain("dev.stowage.cli.Main")).isTrue();
    }

    @ParameterizedTest
    @FieldSource("dev.stowage.dist.architecture.ArchitectureRule#ALL")
    void everyClassKeeps(ArchitectureRule rule) {
        rule.rule().check(STOWAGE);
    }

    @ParameterizedTest
    @FieldSource("dev.stowage.dist.architecture.ArchitectureRule#ALL")
    void aClassThatBreaksItIsFoundBy(ArchitectureRule rule) {
        JavaClasses bad = new ClassFileImporter().importClasses(rule.badExamples());
        assertThat(rule.rule().evaluate(bad).hasViolation())
                .as("%s breaks %s", rule.badExamples(), rule)
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void everyAllowedEdgeIsNeeded(StowageModule module) {
        assertThat(usedModules().getOrDefault(module, Set.of()))
                .as("modules that %s uses; take the others off its list in StowageModule", module)
                .containsAll(module.uses());
    }

    @Test
    void aSimpleClassNameOccursOnceInAModule() {
        Map<String, Set<String>> places = STOWAGE.stream()
                .filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .filter(type -> !StowageClasses.isGenerated(type))
                .collect(groupingBy(
                        type -> StowageModule.of(type).orElseThrow() + " " + type.getSimpleName(),
                        mapping(JavaClass::getPackageName, toSet())));
        assertThat(places.entrySet().stream()
                        .filter(place -> place.getValue().size() > 1)
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)))
                .as("names that occur more than once in a module")
                .isEmpty();
    }

    private static Map<StowageModule, Set<StowageModule>> usedModules() {
        return STOWAGE.stream()
                .filter(type -> StowageModule.of(type).isPresent())
                .collect(groupingBy(
                        type -> StowageModule.of(type).orElseThrow(),
                        Collectors.flatMapping(
                                type -> type.getDirectDependenciesFromSelf().stream()
                                        .map(Dependency::getTargetClass)
                                        .filter(StowageModule::isOurs)
                                        .map(StowageModule::of)
                                        .flatMap(Optional::stream),
                                toSet())));
    }
}

package dev.stowage.dist.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Optional;

/// Conditions about which module may use which.
final class DependencyConditions {

    private DependencyConditions() {}

    static ArchCondition<JavaClass> belongToAModule() {
        return new ArchCondition<>("belong to a module") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (StowageModule.of(type).isEmpty()) {
                    events.add(SimpleConditionEvent.violated(
                            type, type.getName() + " belongs to no module; add its module to StowageModule"));
                }
            }
        };
    }

    static ArchCondition<JavaClass> useAllowedModulesOnly() {
        return new ArchCondition<>("use only the modules that StowageModule lists for its own") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                Optional<StowageModule> here = StowageModule.of(type);
                for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                    if (!StowageModule.isOurs(dependency.getTargetClass())) {
                        continue;
                    }
                    Optional<StowageModule> there = StowageModule.of(dependency.getTargetClass());
                    if (here.isPresent() && there.isPresent() && !here.get().mayUse(there.get())) {
                        events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
                    }
                }
            }
        };
    }
}

package dev.stowage.dist.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;

/// Calls of a method by any of its signatures, and references to it such as `System::exit`.
final class CallConditions {

    private CallConditions() {}

    static ArchCondition<JavaClass> to(String... methods) {
        Set<String> wanted = Set.of(methods);
        return new ArchCondition<>("call " + String.join(" or ", methods)) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                for (JavaCodeUnitAccess<?> access : type.getCodeUnitAccessesFromSelf()) {
                    if (wanted.contains(access.getTargetOwner().getName() + "."
                            + access.getTarget().getName())) {
                        events.add(SimpleConditionEvent.satisfied(access, access.getDescription()));
                    }
                }
            }
        };
    }
}

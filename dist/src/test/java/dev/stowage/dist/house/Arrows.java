package dev.stowage.dist.house;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Optional;

/// Conditions about who may know whom.
final class Arrows {

    private Arrows() {}

    static ArchCondition<JavaClass> liveInARoom() {
        return new ArchCondition<>("live in a room of the house") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (Room.of(type).isEmpty()) {
                    events.add(SimpleConditionEvent.violated(
                            type, type.getName() + " is in no room; give its package a floor in Room"));
                }
            }
        };
    }

    static ArchCondition<JavaClass> pointDown() {
        return new ArchCondition<>("know only rooms on lower floors") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                Optional<Room> here = Room.of(type);
                for (Dependency arrow : type.getDirectDependenciesFromSelf()) {
                    if (!Room.isOurs(arrow.getTargetClass())) {
                        continue;
                    }
                    Optional<Room> there = Room.of(arrow.getTargetClass());
                    if (here.isPresent() && there.isPresent() && !here.get().mayKnow(there.get())) {
                        events.add(SimpleConditionEvent.violated(arrow, arrow.getDescription()));
                    }
                }
            }
        };
    }
}

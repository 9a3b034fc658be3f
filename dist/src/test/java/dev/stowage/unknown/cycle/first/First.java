package dev.stowage.unknown.cycle.first;

import dev.stowage.unknown.cycle.second.Second;

/// Half of a package cycle.
public final class First {

    private First() {}

    public static String second() {
        return Second.class.getName();
    }
}

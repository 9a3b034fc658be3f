package dev.stowage.unknown.cycle.second;

import dev.stowage.unknown.cycle.first.First;

/// The other half of a package cycle.
public final class Second {

    private Second() {}

    public static String first() {
        return First.class.getName();
    }
}

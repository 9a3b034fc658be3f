package dev.stowage.cli.csi;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import java.util.Locale;

/// A flag that sets one field.
///
/// @param path where the field is: `capacity_range.required_bytes`
record FieldFlag(String name, String path, FlagType flagType, String help) implements RequestFlag {

    /// A flag that is called as its field is.
    static FieldFlag field(String path, FlagType flagType, String help) {
        return new FieldFlag(path.substring(path.lastIndexOf('.') + 1).replace('_', '-'), path, flagType, help);
    }

    FieldFlag named(String other) {
        return new FieldFlag(other, path, flagType, help);
    }

    FieldFlag help(String other) {
        return new FieldFlag(name, path, flagType, other);
    }

    @Override
    public Filler declare(FlagSet flags) {
        Flag<?> flag = flag(flags);
        return (requestDraft, parsed) -> {
            if (parsed.isSet(flag)) {
                set(requestDraft, parsed.value(flag));
            }
        };
    }

    Flag<?> flag(FlagSet flags) {
        return flagType.declare(flags, name, help);
    }

    void set(RequestDraft requestDraft, Object value) {
        FieldPath.set(requestDraft.request(), path, value);
    }

    /// How usage lines name the value.
    String placeholder() {
        return name.toUpperCase(Locale.ROOT);
    }
}

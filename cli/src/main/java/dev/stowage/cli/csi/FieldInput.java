package dev.stowage.cli.csi;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import java.util.Locale;

/// A flag that sets one field.
///
/// @param path where the field is: `capacity_range.required_bytes`
record FieldInput(String name, String path, Kind kind, String help) implements Input {

    /// A flag that is called as its field is.
    static FieldInput field(String path, Kind kind, String help) {
        return new FieldInput(path.substring(path.lastIndexOf('.') + 1).replace('_', '-'), path, kind, help);
    }

    FieldInput named(String other) {
        return new FieldInput(other, path, kind, help);
    }

    FieldInput help(String other) {
        return new FieldInput(name, path, kind, other);
    }

    @Override
    public Filler declare(FlagSet flags) {
        Flag<?> flag = flag(flags);
        return (draft, parsed) -> {
            if (parsed.isSet(flag)) {
                set(draft, parsed.value(flag));
            }
        };
    }

    Flag<?> flag(FlagSet flags) {
        return kind.declare(flags, name, help);
    }

    void set(Draft draft, Object value) {
        FieldPath.set(draft.request(), path, value);
    }

    /// How usage lines name the value.
    String placeholder() {
        return name.toUpperCase(Locale.ROOT);
    }
}

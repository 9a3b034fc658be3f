package dev.stowage.control.program;

import dev.stowage.control.Shared;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.kube.manager.ControllerRole;
import java.util.function.BiFunction;
import java.util.function.Function;

/// How a controller comes to be: its flags are declared, the line is read, the controller is made. One that is not
/// wanted
/// never gets as far as loading its classes.
record ControllerKind(ControllerName name, Declaration declaration) {

    @FunctionalInterface
    interface Declaration {
        Reading declare(FlagSet flags);
    }

    @FunctionalInterface
    interface Reading {
        Making read(ParsedFlags line);
    }

    @FunctionalInterface
    interface Making {
        ControllerRole make(Shared shared);
    }

    /// A controller with flags of its own.
    static <F, O> ControllerKind of(
            ControllerName name,
            Function<FlagSet, F> declare,
            BiFunction<F, ParsedFlags, O> read,
            BiFunction<Shared, O, ControllerRole> make) {
        return new ControllerKind(name, flags -> {
            F own = declare.apply(flags);
            return line -> {
                O options = read.apply(own, line);
                return shared -> make.apply(shared, options);
            };
        });
    }

    static ControllerKind of(ControllerName name, Function<Shared, ControllerRole> make) {
        return new ControllerKind(name, _ -> _ -> make::apply);
    }
}

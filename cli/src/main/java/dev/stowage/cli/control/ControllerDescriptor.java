package dev.stowage.cli.control;

import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.controller.ControllerName;
import dev.stowage.kube.manager.ControllerRole;
import java.util.function.BiFunction;
import java.util.function.Function;

/// How a controller is created: its flags are declared, the command line is read, the controller is
/// constructed. The classes of a disabled controller are never loaded.
record ControllerDescriptor(ControllerName name, FlagsDeclaration flagsDeclaration) {

    @FunctionalInterface
    interface FlagsDeclaration {
        FlagsReader declare(FlagSet flags);
    }

    @FunctionalInterface
    interface FlagsReader {
        Constructor read(ParsedFlags line);
    }

    @FunctionalInterface
    interface Constructor {
        ControllerRole construct(ControllerContext context);
    }

    /// A controller with its own flags.
    static <F, O> ControllerDescriptor of(
            ControllerName name,
            Function<FlagSet, F> declare,
            BiFunction<F, ParsedFlags, O> read,
            BiFunction<ControllerContext, O, ControllerRole> make) {
        return new ControllerDescriptor(name, flags -> {
            F own = declare.apply(flags);
            return line -> {
                O options = read.apply(own, line);
                return context -> make.apply(context, options);
            };
        });
    }

    static ControllerDescriptor of(ControllerName name, Function<ControllerContext, ControllerRole> make) {
        return new ControllerDescriptor(name, _ -> _ -> make::apply);
    }
}

package dev.stowage.sidecar.program;

import dev.stowage.flags.ParsedFlags;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.sidecar.RoleContext;
import dev.stowage.sidecar.RoleFlags;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/// How a role that works on the cluster comes to be: its flags are declared, the line is read, the role is
/// made. A role
/// that is not wanted never gets as far as loading its classes.
record RoleDefinition(RoleName name, FlagsDeclaration flagsDeclaration) {

    @FunctionalInterface
    interface FlagsDeclaration {
        FlagsReader declare(RoleFlags flags);
    }

    @FunctionalInterface
    interface FlagsReader {
        /// @param environment what the process, or the node that it stands for, finds around it
        RoleFactory read(ParsedFlags line, Map<String, String> environment);
    }

    @FunctionalInterface
    interface OptionsReader<F, O> {
        O of(F flags, ParsedFlags line, Map<String, String> environment);
    }

    @FunctionalInterface
    interface RoleFactory {
        ControllerRole create(RoleContext roleContext);
    }

    static <F, O> RoleDefinition of(
            RoleName name,
            Function<RoleFlags, F> declare,
            OptionsReader<F, O> read,
            BiFunction<RoleContext, O, ControllerRole> make) {
        return new RoleDefinition(name, flags -> {
            F own = declare.apply(flags);
            return (line, environment) -> {
                O options = read.of(own, line, environment);
                return roleContext -> make.apply(roleContext, options);
            };
        });
    }
}

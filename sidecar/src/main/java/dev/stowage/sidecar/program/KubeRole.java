package dev.stowage.sidecar.program;

import dev.stowage.flags.ParsedFlags;
import dev.stowage.kube.manager.ControllerRole;
import dev.stowage.sidecar.RoleFlags;
import dev.stowage.sidecar.Shared;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/// How a role that works on the cluster comes to be: its flags are declared, the line is read, the role is made. A role
/// that is not wanted never gets as far as loading its classes.
record KubeRole(RoleName name, Declaration declaration) {

    @FunctionalInterface
    interface Declaration {
        Reading declare(RoleFlags flags);
    }

    @FunctionalInterface
    interface Reading {
        /// @param environment what the process, or the node that it stands for, finds around it
        Making read(ParsedFlags line, Map<String, String> environment);
    }

    @FunctionalInterface
    interface Options<F, O> {
        O of(F flags, ParsedFlags line, Map<String, String> environment);
    }

    @FunctionalInterface
    interface Making {
        ControllerRole make(Shared shared);
    }

    static <F, O> KubeRole of(
            RoleName name, Function<RoleFlags, F> declare, Options<F, O> read, BiFunction<Shared, O, ControllerRole> make) {
        return new KubeRole(name, flags -> {
            F own = declare.apply(flags);
            return (line, environment) -> {
                O options = read.of(own, line, environment);
                return shared -> make.apply(shared, options);
            };
        });
    }
}

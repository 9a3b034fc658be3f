package dev.stowage.node.runtime.process;

import dev.stowage.linux.process.IgnoredSignals;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The shell scripts of this runtime. They are constant: text from a pod is only ever the value of a variable
/// with a fixed name, and is never interpreted by the shell.
///
/// A shell is needed because a process must wait for the container while the node is stopped, and record its
/// exit status. The environment variables of the container are set last, when no rights are left that they
/// could be used to gain: `LD_PRELOAD` is just a variable.
final class ShellScripts {
    /// The first process that this one starts is the first of the container's PID namespace; it starts no
    /// other. `$1` is the container's directory, the rest is the command. The line with the status is one
    /// write, so a complete line has all of it. The node is notified through file descriptor 3, which the
    /// container's program never gets; its terminal, if it has one, waits as file descriptor 4, because it
    /// cannot be found by name inside.
    static final String SUPERVISE = """
            cd "$1" || exit 1
            shift
            echo $$ >supervisor
            exec 3>&1 >/dev/null 2>&1
            (
                for group in $groups; do echo 0 >"$group/cgroup.procs"; done
                [ -z "$terminal" ] || exec 4<>"$terminal"
                exec "$@"
            ) >>out 2>>err
            echo $? >status
            """;

    /// The first process of the container, still with all capabilities: mounts `/proc`, which only a process of
    /// the new namespace can do, according to `/etc/fstab`, which is ours. Then uses the terminal.
    static final String BEGIN = """
            mount -n -a >&2 || exit 125
            [ -z "$terminal" ] || exec 0<&4 1>&4 2>&4 4>&-
            exec "$@"
            """;

    /// Capabilities are dropped. Combines the variables `s0`, `s1`, … to the command line of `env`. `$signals` is
    /// an option of it: a shell cannot reset a signal that was ignored when it was started.
    static final String PROGRAM = """
            cd "$directory" || exit 126
            i=0
            while [ $i -lt $count ]; do
                eval "set -- \\"\\$@\\" \\"\\$s$i\\""
                i=$((i + 1))
            done
            [ -z "$tell" ] || echo up >&3
            exec env $signals -i -- "$@" 3>&-
            """;

    /// Takes the terminal, if there is one, and joins the container's cgroups before it enters the container.
    static final String JOIN = """
            [ -z "$terminal" ] || exec 0<>"$terminal" 1>&0 2>&0
            for group in $groups; do echo 0 >"$group/cgroup.procs"; done
            exec "$@"
            """;

    /// The default command of a container with input, as in the images that are used that way.
    static final List<String> SHELL = List.of("sh");

    /// Of env(1).
    static final String DEFAULT_SIGNALS = "--default-signal";

    private ShellScripts() {}

    /// Sets the variables that [#PROGRAM] expects.
    static void putVariables(
            Map<String, String> variables, String directory, Map<String, String> environment, List<String> command)
            throws IOException {
        List<String> words = new ArrayList<>();
        environment.forEach((name, value) -> words.add(name + "=" + value));
        words.addAll(command);
        variables.put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        variables.put("directory", directory);
        // A container must not depend on how its node was started: Ctrl-C has to reach its programs.
        variables.put("signals", IgnoredSignals.areInherited() ? DEFAULT_SIGNALS : "");
        variables.put("count", String.valueOf(words.size()));
        for (int i = 0; i < words.size(); i++) {
            variables.put("s" + i, words.get(i));
        }
    }
}

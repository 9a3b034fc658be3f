package dev.stowage.node.runtime.process;

import dev.stowage.linux.process.ProcessDescriptor;
import dev.stowage.linux.process.PseudoTerminal;
import dev.stowage.node.runtime.ContainerCreateException;
import dev.stowage.node.runtime.ContainerStartSpec;
import dev.stowage.node.runtime.process.ContainerRecord.Pid;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Starts the processes of a container: a supervisor that outlives the node, below it the process that created
/// the PID namespace and waits as well, and in that namespace the first process of the container.
final class ContainerLauncher {
    private static final long SECONDS = 30;
    private static final String USUAL_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    private ContainerLauncher() {}

    record Started(Pid supervisor, Pid first, ContainerConsole console) {}

    /// Returns when the container's own program is about to begin.
    static Started start(
            Path folder,
            ContainerStartSpec spec,
            ContainerRecord known,
            ContainerNamespaces files,
            ProcessNamespace processes)
            throws IOException {
        try {
            return launch(folder, spec, known, files, processes);
        } catch (IOException e) {
            files.terminal().ifPresent(PseudoTerminal::close);
            throw e;
        }
    }

    private static Started launch(
            Path folder,
            ContainerStartSpec spec,
            ContainerRecord known,
            ContainerNamespaces files,
            ProcessNamespace processes)
            throws IOException {
        List<String> command = new ArrayList<>(List.of("setsid"));
        command.addAll(processes.command());
        command.addAll(List.of("sh", "-c", ShellScripts.SUPERVISE, "stowage-container"));
        command.add(folder.toString());
        // Through our own descriptors, because the thread that created the namespaces has ended. Started from
        // an ordinary thread, because the JDK creates a waiting thread that would otherwise inherit the
        // namespaces of the container.
        String ours = "/proc/" + ProcessHandle.current().pid() + "/fd/";
        command.add("nsenter");
        command.add("--mount=" + ours + files.mounts().number());
        command.add("--uts=" + ours + files.uts().number());
        if (!spec.sandboxSpec().spec().path("hostIPC").asBoolean()) {
            command.add("--ipc=" + ours + files.ipc().number());
        }
        command.addAll(List.of("--", "sh", "-c", ShellScripts.BEGIN, "begin"));
        if (files.terminal().isPresent()) {
            // Otherwise its shells could not determine the terminal.
            command.addAll(List.of("setsid", "--ctty", "--"));
        }
        command.addAll(known.rights());
        command.addAll(List.of("sh", "-c", ShellScripts.PROGRAM, "program"));

        ProcessBuilder builder = new ProcessBuilder(command);
        Map<String, String> variables = builder.environment();
        variables.clear();
        ShellScripts.putVariables(variables, known.directory(), environment(spec), words(spec));
        variables.put("tell", "yes");
        variables.put("groups", known.groupsInOne());
        variables.put(
                "terminal",
                files.terminal()
                        .map(terminal -> ours + terminal.programs().number())
                        .orElse(""));
        boolean hasPipe = files.terminal().isEmpty() && ContainerConsole.hasInput(spec.spec());
        builder.redirectInput(hasPipe ? Redirect.PIPE : Redirect.from(new File("/dev/null")));
        builder.redirectError(folder.resolve("err").toFile());
        Process supervisor = builder.start();
        await(folder, spec, supervisor);
        ContainerConsole console = files.terminal()
                .map(terminal -> ContainerConsole.ofTerminal(spec.spec(), terminal, folder.resolve("out")))
                .orElseGet(() -> ContainerConsole.ofPipe(spec.spec(), supervisor.getOutputStream()));
        return new Started(pid(supervisor.pid()), pid(onlyChild(supervisor.pid())), console);
    }

    private static void await(Path folder, ContainerStartSpec spec, Process supervisor) throws IOException {
        CompletableFuture<Void> deadline = CompletableFuture.runAsync(
                () -> {
                    ProcessTree.kill(supervisor.toHandle());
                    supervisor.destroyForcibly();
                },
                CompletableFuture.delayedExecutor(SECONDS, TimeUnit.SECONDS));
        try (BufferedReader words = supervisor.inputReader(StandardCharsets.UTF_8)) {
            if (words.readLine() == null) {
                throw new IOException("cannot start container " + spec.name() + " of pod "
                        + spec.sandboxSpec().namespace() + "/"
                        + spec.sandboxSpec().name() + ": " + errorOutput(folder.resolve("err")));
            }
        } finally {
            deadline.cancel(false);
        }
    }

    private static String errorOutput(Path file) throws IOException {
        String text = Files.exists(file)
                ? Files.readString(file, StandardCharsets.ISO_8859_1).strip()
                : "";
        return text.isEmpty() ? "its first process exited without a message" : text;
    }

    /// 0 when there is none.
    static long onlyChild(long pid) throws IOException {
        Path children = Path.of("/proc/" + pid + "/task/" + pid + "/children");
        try {
            String text = Files.readString(children).strip();
            return text.isEmpty() ? 0 : Long.parseLong(text.split(" ", 2)[0]);
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    private static Pid pid(long number) throws IOException {
        return new Pid(number, ProcessDescriptor.startOf(number).orElse(0L));
    }

    /// What its program begins with.
    static Map<String, String> environment(ContainerStartSpec spec) {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("PATH", USUAL_PATH);
        environment.put("HOSTNAME", spec.sandboxSpec().hostname());
        environment.put("HOME", "/root");
        if (ContainerConsole.hasTerminal(spec.spec())) {
            environment.put("TERM", "xterm");
        }
        environment.putAll(spec.environment());
        return environment;
    }

    /// Arguments that begin with an option are those of the entry point of the image, which is unknown here.
    /// Others are a command: `kubectl run NAME --image=IMAGE -- sleep 1000` writes it as arguments, and the images
    /// that are used that way have a shell or nothing as their entry point. A container with input gets a shell.
    static void requireCommand(ContainerStartSpec spec) throws ContainerCreateException {
        boolean hasOptions = !spec.args().isEmpty() && spec.args().getFirst().startsWith("-");
        boolean hasNothing = spec.args().isEmpty() && !ContainerConsole.hasInput(spec.spec());
        if (spec.command().isEmpty() && (hasOptions || hasNothing)) {
            throw new ContainerCreateException(
                    "no command specified: the process runtime ignores image \"" + spec.image()
                            + "\" and does not know its entry point (set the command of container " + spec.name()
                            + ", or run the node with --runtime=cri)");
        }
    }

    private static List<String> words(ContainerStartSpec spec) throws IOException {
        List<String> words = new ArrayList<>(spec.command());
        words.addAll(spec.args());
        if (words.isEmpty()) {
            return ShellScripts.SHELL;
        }
        if (words.getFirst().indexOf('=') >= 0) {
            throw new IOException("cannot run command \"" + words.getFirst() + "\" of container " + spec.name()
                    + ": a container that runs as a plain process cannot have a command with '=' in its name");
        }
        return words;
    }
}

package dev.stowage.node.runtime.process;

import dev.stowage.linux.process.ProcessDescriptor;
import dev.stowage.node.runtime.ContainerPlan;
import dev.stowage.node.runtime.process.ContainerRecord.Pid;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
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

/// Starts a container's processes: a supervisor that outlives the node, below it the one that made the
/// namespace of processes and waits too, and in that the container's first.
final class Launch {
    private static final long SECONDS = 30;
    private static final String USUAL_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    private Launch() {}

    record Started(Pid supervisor, Pid first) {}

    /// Returns when the container's own program is about to begin.
    static Started start(Path folder, ContainerPlan plan, ContainerRecord known, ContainerFiles files)
            throws IOException {
        List<String> command = new ArrayList<>(
                List.of("setsid", "unshare", "--pid", "--", "sh", "-c", Scripts.SUPERVISE, "stowage-container"));
        command.add(folder.toString());
        // Through our own descriptors, as the thread that made the namespaces is gone. Started from a thread that has
        // the usual ones, because the JDK makes a thread that waits, which would inherit the container's for long.
        String ours = "/proc/" + ProcessHandle.current().pid() + "/fd/";
        command.add("nsenter");
        command.add("--mount=" + ours + files.mounts().number());
        command.add("--uts=" + ours + files.names().number());
        command.add("--ipc=" + ours + files.queues().number());
        command.addAll(List.of("--", "sh", "-c", Scripts.BEGIN, "begin"));
        command.addAll(known.rights());
        command.addAll(List.of("sh", "-c", Scripts.PROGRAM, "program"));

        ProcessBuilder builder = new ProcessBuilder(command);
        Map<String, String> variables = builder.environment();
        variables.clear();
        Scripts.hand(variables, known.directory(), environment(plan), words(plan));
        variables.put("tell", "yes");
        variables.put("groups", known.groupsInOne());
        builder.redirectInput(new File("/dev/null"));
        builder.redirectError(folder.resolve("err").toFile());
        return await(folder, plan, builder.start());
    }

    private static Started await(Path folder, ContainerPlan plan, Process supervisor) throws IOException {
        CompletableFuture<Void> deadline = CompletableFuture.runAsync(
                () -> {
                    supervisor.descendants().forEach(ProcessHandle::destroyForcibly);
                    supervisor.destroyForcibly();
                },
                CompletableFuture.delayedExecutor(SECONDS, TimeUnit.SECONDS));
        try (BufferedReader words = supervisor.inputReader(StandardCharsets.UTF_8)) {
            if (words.readLine() == null) {
                throw new IOException(
                        "Container " + plan.name() + " of pod " + plan.plan().namespace() + "/"
                                + plan.plan().name() + " could not be started: " + said(folder.resolve("err")));
            }
        } finally {
            deadline.cancel(false);
        }
        return new Started(pid(supervisor.pid()), pid(onlyChild(supervisor.pid())));
    }

    private static String said(Path file) throws IOException {
        String text = Files.exists(file)
                ? Files.readString(file, StandardCharsets.ISO_8859_1).strip()
                : "";
        return text.isEmpty() ? "its first process ended and said nothing." : text;
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
    static Map<String, String> environment(ContainerPlan plan) {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("PATH", USUAL_PATH);
        environment.put("HOSTNAME", plan.plan().hostname());
        environment.put("HOME", "/root");
        environment.putAll(plan.environment());
        return environment;
    }

    private static List<String> words(ContainerPlan plan) throws IOException {
        List<String> words = new ArrayList<>(plan.command());
        words.addAll(plan.args());
        if (words.isEmpty()) {
            return Scripts.PAUSE;
        }
        if (words.getFirst().indexOf('=') >= 0) {
            throw new IOException("The command \"" + words.getFirst() + "\" of container " + plan.name()
                    + " has a = in it, which a container that runs as a plain process cannot have.");
        }
        return words;
    }
}

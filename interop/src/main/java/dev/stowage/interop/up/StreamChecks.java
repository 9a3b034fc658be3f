package dev.stowage.interop.up;

import static dev.stowage.interop.up.UpOutput.require;

import dev.stowage.interop.cluster.Kubectl;
import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.Daemon;
import dev.stowage.interop.process.ProcessResult;
import dev.stowage.interop.process.TerminalProgram;
import dev.stowage.interop.suite.SuiteChecks;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What users do inside of pods: forward ports, attach, run a shell and debug. Over WebSockets, which kubectl
/// prefers, and over SPDY.
///
/// @param logs the directory for the output of programs
record StreamChecks(Kubectl kubectl, Path logs) {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final Pattern FORWARDING = Pattern.compile("Forwarding from 127\\.0\\.0\\.1:(\\d+)");

    void run(SuiteChecks checks) throws InterruptedException {
        checks.holds("a pod waits for input", () -> {
            kubectl.apply("""
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: streams, labels: {app: streams}}
                    spec:
                      terminationGracePeriodSeconds: 1
                      containers:
                      - name: main
                        image: none
                        stdin: true
                        command: [sh, -c, 'while read line; do echo "got $line"; done; exit 9']
                    """);
            kubectl.output("wait", "--for=condition=Ready", "--timeout=120s", "pod/streams");
        });
        for (Map<String, String> protocol : List.of(
                Map.<String, String>of(),
                Map.of("KUBECTL_PORT_FORWARD_WEBSOCKETS", "false", "KUBECTL_REMOTE_COMMAND_WEBSOCKETS", "false"))) {
            String over = protocol.isEmpty() ? "WebSocket" : "SPDY";
            checks.holds("kubectl port-forward connects to a port (" + over + ")", () -> forward(over, protocol));
            checks.holds("kubectl attach has input and output (" + over + ")", () -> attach(over, protocol));
        }
        checks.holds("kubectl run -i passes its input on and has the exit status", this::pipe);
        checks.holds("kubectl run -it --rm is a shell on a terminal", this::shell);
        checks.holds("kubectl debug --target sees the processes of a container", this::debug);
        checks.holds("the pod ends", () -> kubectl.output("delete", "pod", "streams", "--timeout=120s"));
    }

    /// The network of a pod is that of the machine, so its port can be one of ours.
    private void forward(String over, Map<String, String> protocol) throws IOException, InterruptedException {
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().name("echo").start(() -> echo(server));
            List<String> command = kubectl.command("port-forward", "pod/streams", ":" + server.getLocalPort());
            try (Daemon forwarding = Daemon.start("port-forward-" + over, logs, protocol, command)) {
                Await.until(
                        "port forwarding",
                        SOON,
                        List.of(forwarding),
                        () -> FORWARDING
                                .matcher(Files.readString(forwarding.log()))
                                .find());
                Matcher port = FORWARDING.matcher(Files.readString(forwarding.log()));
                require(port.find(), "no port");
                for (String text : List.of("hello", "again")) {
                    try (Socket socket =
                            new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port.group(1)))) {
                        socket.getOutputStream().write((text + "\n").getBytes(StandardCharsets.US_ASCII));
                        String answer = new String(
                                socket.getInputStream().readNBytes(text.length() + 1), StandardCharsets.US_ASCII);
                        require(answer.equals(text + "\n"), answer);
                    }
                }
                forwarding.requireAlive();
            }
        }
    }

    private static void echo(ServerSocket server) {
        while (!server.isClosed()) {
            try (Socket socket = server.accept();
                    InputStream in = socket.getInputStream();
                    OutputStream out = socket.getOutputStream()) {
                in.transferTo(out);
            } catch (IOException _) {
                return;
            }
        }
    }

    private void attach(String over, Map<String, String> protocol) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("env"));
        protocol.forEach((name, value) -> command.add(name + "=" + value));
        command.addAll(kubectl.command("attach", "streams", "-i"));
        try (TerminalProgram attached = TerminalProgram.start(command)) {
            attached.awaitText("press", SOON);
            attached.type("over " + over + "\n");
            attached.awaitText("got over " + over, SOON);
        }
    }

    private void pipe() throws IOException, InterruptedException {
        ProcessResult result = kubectl.runWith(
                "typed\n",
                "run",
                "-i",
                "--rm",
                "once",
                "--image=none",
                "--restart=Never",
                "--",
                "sh",
                "-c",
                "sed s/^/got:/; exit 3");
        require(
                result.exit() == 3 && result.out().contains("got:typed"),
                result.exit() + ": " + result.out() + result.err());
        require(kubectl.output("get", "pods", "-o", "name").equals("pod/streams"), "the pod is still there");
    }

    private void shell() throws IOException, InterruptedException {
        List<String> command = kubectl.command(
                "run", "-it", "--rm", "shell", "--image=none", "--restart=Never", "--env=PS1=ready-", "--", "sh");
        try (TerminalProgram shell = TerminalProgram.start(command)) {
            shell.awaitText("ready-", SOON);
            shell.type("tty; echo $((20 + 3))\n");
            shell.awaitText("/dev/pts/0\r\n23\r\n", SOON);
            shell.type("exit 5\n");
            int status = shell.awaitEnd(SOON);
            require(status == 5 && shell.shown().contains("pod \"shell\" deleted"), status + ": " + shell.shown());
        }
    }

    private void debug() throws IOException, InterruptedException {
        List<String> command = kubectl.command(
                "debug", "streams", "-it", "--image=none", "--target=main", "-c", "debugger", "--", "sh");
        try (TerminalProgram shell = TerminalProgram.start(command)) {
            shell.awaitText("# ", SOON);
            shell.type("tr '\\0' ' ' < /proc/1/cmdline\n");
            shell.awaitText("while read line", SOON);
            shell.type("exit 4\n");
            shell.awaitEnd(SOON);
        }
        Await.until(
                "the status of the ephemeral container",
                SOON,
                List.of(),
                () -> kubectl.output(
                                "get",
                                "pod",
                                "streams",
                                "-o",
                                "jsonpath={.status.ephemeralContainerStatuses[0].state.terminated.exitCode}")
                        .equals("4"));
        require(
                kubectl.output("logs", "streams", "-c", "debugger").contains("while read line"),
                "the log of the ephemeral container is incomplete");
    }
}

package dev.stowage.apiserver.group.core;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.group.Cells;
import dev.stowage.apiserver.json.Tree;
import java.util.HashSet;
import java.util.Set;

/// What a pod is doing, in one word and a few figures.
///
/// @param containers that count: all but those that only run at the start
/// @param lastRestart when the container that was restarted last had ended; empty when it is not known
record PodSummary(long ready, long containers, String reason, long restarts, String lastRestart) {

    static PodSummary of(JsonNode pod) {
        return new Reader(pod).read();
    }

    private static final class Reader {
        private final JsonNode pod;
        private final Set<String> sidecars = new HashSet<>();
        private String reason;
        private long ready;
        private long restarts;
        private String lastRestart = "";
        private long sidecarRestarts;
        private String lastSidecarRestart = "";
        private boolean hasRunning;
        private String failure = "";

        Reader(JsonNode pod) {
            this.pod = pod;
            this.reason = Cells.textOr(Tree.text(pod, "status", "phase"), pod, "status", "reason");
        }

        PodSummary read() {
            for (JsonNode condition : Tree.list(pod, "status", "conditions")) {
                if (Tree.text(condition, "type").equals("PodScheduled")
                        && Tree.text(condition, "reason").equals("SchedulingGated")) {
                    reason = "SchedulingGated";
                }
            }
            for (JsonNode container : Tree.list(pod, "spec", "initContainers")) {
                if (Tree.text(container, "restartPolicy").equals("Always")) {
                    sidecars.add(Tree.text(container, "name"));
                }
            }
            if (!isStarting() || Cells.holds(pod, "Initialized")) {
                readContainers();
            }
            if (Tree.has(pod, "metadata", "deletionTimestamp")) {
                readDeletion();
            }
            long containers = (long) Tree.list(pod, "spec", "containers").size() + sidecars.size();
            return new PodSummary(ready, containers, reason, restarts, lastRestart);
        }

        /// Whether a container that runs at the start has not ended well.
        private boolean isStarting() {
            int position = 0;
            for (JsonNode status : Tree.list(pod, "status", "initContainerStatuses")) {
                boolean sidecar = sidecars.contains(Tree.text(status, "name"));
                countRestarts(status, sidecar);
                JsonNode terminated = Tree.at(status, "state", "terminated");
                boolean ended = Tree.has(terminated);
                if (ended && Cells.number(terminated, "exitCode") == 0) {
                    position++;
                    continue;
                }
                if (sidecar && Tree.flag(status, "started")) {
                    ready += Tree.flag(status, "ready") ? 1 : 0;
                    position++;
                    continue;
                }
                String waiting = Tree.text(status, "state", "waiting", "reason");
                if (ended) {
                    reason = "Init:" + end(terminated);
                } else if (!waiting.isEmpty() && !waiting.equals("PodInitializing")) {
                    reason = "Init:" + waiting;
                } else {
                    int all = Tree.list(pod, "spec", "initContainers").size();
                    reason = "Init:%d/%d".formatted(position, all);
                }
                return true;
            }
            return false;
        }

        private void readContainers() {
            restarts = sidecarRestarts;
            lastRestart = lastSidecarRestart;
            JsonNode statuses = Tree.list(pod, "status", "containerStatuses");
            for (int i = statuses.size() - 1; i >= 0; i--) {
                readContainer(statuses.path(i));
            }
            if (reason.equals("Completed")) {
                if (hasRunning && Cells.holds(pod, "Ready")) {
                    reason = "Running";
                } else if (!failure.isEmpty()) {
                    reason = failure;
                } else if (hasRunning) {
                    reason = "NotReady";
                }
            }
        }

        private void readContainer(JsonNode status) {
            countRestarts(status, false);
            String waiting = Tree.text(status, "state", "waiting", "reason");
            JsonNode terminated = Tree.at(status, "state", "terminated");
            if (!waiting.isEmpty()) {
                reason = waiting;
            } else if (Tree.has(terminated)) {
                reason = end(terminated);
                if (Cells.number(terminated, "exitCode") != 0) {
                    failure = reason;
                }
            } else if (Tree.flag(status, "ready") && Tree.has(status, "state", "running")) {
                hasRunning = true;
                ready++;
            }
        }

        private void countRestarts(JsonNode status, boolean sidecar) {
            long count = Cells.number(status, "restartCount");
            String ended = Tree.text(status, "lastState", "terminated", "finishedAt");
            restarts += count;
            lastRestart = later(lastRestart, ended);
            if (sidecar) {
                sidecarRestarts += count;
                lastSidecarRestart = later(lastSidecarRestart, ended);
            }
        }

        private void readDeletion() {
            String phase = Tree.text(pod, "status", "phase");
            if (Tree.text(pod, "status", "reason").equals("NodeLost")) {
                reason = "Unknown";
            } else if (!phase.equals("Failed") && !phase.equals("Succeeded")) {
                reason = "Terminating";
            }
        }

        private static String end(JsonNode terminated) {
            String said = Tree.text(terminated, "reason");
            if (!said.isEmpty()) {
                return said;
            }
            long signal = Cells.number(terminated, "signal");
            return signal != 0 ? "Signal:" + signal : "ExitCode:" + Cells.number(terminated, "exitCode");
        }

        /// Both are written the same way, so that their order is that of their letters.
        private static String later(String one, String other) {
            return one.compareTo(other) < 0 ? other : one;
        }
    }
}

package dev.stowage.cli.up.instance;

import dev.stowage.kube.client.ClusterAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Where the cluster of a command is.
public sealed interface ClusterLocation {
    String KUBECONFIG = "kubeconfig";

    /// The file with the address and the credentials; empty when there is none.
    String kubeconfig();

    /// @throws IOException when there is no cluster, with what to do
    ClusterAccess access() throws IOException;

    /// A `stowage up`, running or not.
    record OfUp(Path data) implements ClusterLocation {

        @Override
        public String kubeconfig() {
            return data.resolve(KUBECONFIG).toString();
        }

        @Override
        public ClusterAccess access() throws IOException {
            if (!Files.exists(data.resolve(UpInstanceFile.NAME))) {
                throw new IOException("no cluster in " + data + ": it is not the data directory of a \"stowage up\" ("
                        + start() + ")");
            }
            if (UpInstanceFile.running(data).isEmpty()) {
                throw new IOException("the cluster in " + data + " is not running (" + start() + ")");
            }
            return ClusterAccess.of(kubeconfig(), "");
        }

        private String start() {
            return "start it with \"stowage up --data " + data + "\"";
        }
    }

    /// Any other cluster.
    record OfKubeconfig(String kubeconfig) implements ClusterLocation {

        @Override
        public ClusterAccess access() throws IOException {
            return ClusterAccess.of(kubeconfig, "");
        }
    }

    /// The cluster of the pod that the command runs in.
    record InPod() implements ClusterLocation {

        @Override
        public String kubeconfig() {
            return "";
        }

        @Override
        public ClusterAccess access() throws IOException {
            return ClusterAccess.of("", "");
        }
    }

    /// Nothing names a cluster, and none is running.
    record Nowhere() implements ClusterLocation {

        @Override
        public String kubeconfig() {
            return "";
        }

        @Override
        public ClusterAccess access() throws IOException {
            throw new IOException(
                    "no cluster found: KUBECONFIG is not set, no \"stowage up\" of this user is running, and"
                            + " there is no ~/.kube/config (start one with \"stowage up\", or name one with --data or"
                            + " --kubeconfig)");
        }
    }
}

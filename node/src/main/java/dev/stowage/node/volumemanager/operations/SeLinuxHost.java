package dev.stowage.node.volumemanager.operations;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What SELinux on this machine says about the files of containers.
final class SeLinuxHost {
    private static final Pattern POLICY = Pattern.compile("(?m)^\\s*SELINUXTYPE\\s*=\\s*([A-Za-z0-9_-]+)");
    private static final Pattern FILE = Pattern.compile("(?m)^\\s*file\\s*=\\s*\"?([^\"\\s#]+)");
    private static final String USUAL_POLICY = "targeted";

    private SeLinuxHost() {}

    /// The default context of files in containers; empty when the kernel or the policy has none.
    ///
    /// @param root the root directory of the machine
    static String fileContext(Path root) {
        if (!Files.exists(root.resolve("sys/fs/selinux/enforce"))) {
            return "";
        }
        String policy = find(root.resolve("etc/selinux/config"), POLICY);
        Path contexts = root.resolve("etc/selinux")
                .resolve(policy.isEmpty() ? USUAL_POLICY : policy)
                .resolve("contexts/lxc_contexts");
        return Stream.of(root.resolve("usr/share/containers/selinux/contexts"), contexts)
                .map(file -> find(file, FILE))
                .filter(context -> List.of(context.split(":", 4)).size() == 4)
                .findFirst()
                .orElse("");
    }

    private static String find(Path file, Pattern pattern) {
        try {
            Matcher found = pattern.matcher(Files.isReadable(file) ? Files.readString(file) : "");
            return found.find() ? found.group(1) : "";
        } catch (IOException e) {
            return "";
        }
    }
}

package dev.stowage.node.podworker.podfeatures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The security modules that are enabled in the kernel.
public record SecurityModules(boolean appArmor, boolean seLinux) {

    public static SecurityModules ofKernel() {
        return new SecurityModules(
                isAppArmor(Path.of("/sys/module/apparmor/parameters/enabled")),
                Files.exists(Path.of("/sys/fs/selinux/enforce")));
    }

    private static boolean isAppArmor(Path parameter) {
        try {
            return Files.isReadable(parameter) && Files.readString(parameter).startsWith("Y");
        } catch (IOException e) {
            return false;
        }
    }
}

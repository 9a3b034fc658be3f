package dev.stowage.interop.reference;

import dev.stowage.interop.process.ProcessResult;
import dev.stowage.interop.process.ProcessRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Installs missing packages, and keeps them from starting services.
public final class DebianPackageInstaller {

    private static final Path POLICY = Path.of("/usr/sbin/policy-rc.d");
    private static final Path APT = Path.of("/usr/bin/apt-get");
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final boolean mayInstall;
    private final Predicate<DebianPackage> present;
    private final Consumer<String> progress;

    /// @param mayInstall whether we are root and the user allows it
    public DebianPackageInstaller(boolean mayInstall, Consumer<String> progress) {
        this(mayInstall, DebianPackage::present, progress);
    }

    DebianPackageInstaller(boolean mayInstall, Predicate<DebianPackage> present, Consumer<String> progress) {
        this.mayInstall = mayInstall;
        this.present = present;
        this.progress = progress;
    }

    public void ensure(Collection<DebianPackage> wanted)
            throws MissingToolException, IOException, InterruptedException {
        List<DebianPackage> missing = wanted.stream().filter(present.negate()).toList();
        if (missing.isEmpty()) {
            return;
        }
        String names = missing.stream().map(DebianPackage::title).collect(Collectors.joining(" "));
        if (!mayInstall || !Files.isExecutable(APT)) {
            throw new MissingToolException(
                    "Debian packages are missing: " + names + ". Install them as root (apt-get install " + names
                            + "), or run as root without STOWAGE_NO_INSTALL.");
        }
        progress.accept("installing Debian packages: " + names);
        boolean ownPolicy = denyServices();
        try {
            ProcessResult first = install(missing);
            if (!first.succeeded()) {
                apt(Stream.of("update")).orThrow(); // the lists may be older than what the archive still holds
                install(missing).orThrow();
            }
        } finally {
            if (ownPolicy) {
                Files.delete(POLICY);
            }
        }
        disableServices(missing);
    }

    private ProcessResult install(List<DebianPackage> missing) throws IOException, InterruptedException {
        return apt(Stream.concat(
                Stream.of("install", "-y", "-q", "--no-install-recommends"),
                missing.stream().map(DebianPackage::title)));
    }

    private static ProcessResult apt(Stream<String> arguments) throws IOException, InterruptedException {
        return ProcessRunner.run(
                PATIENCE,
                Stream.concat(Stream.of("env", "DEBIAN_FRONTEND=noninteractive", APT.toString()), arguments)
                        .toList());
    }

    /// The policy-rc.d file, which decides whether a package may start its service; 101 means no.
    ///
    /// @return whether the file is ours and must be removed afterwards
    private static boolean denyServices() throws IOException {
        if (Files.exists(POLICY)) {
            return false;
        }
        Files.writeString(POLICY, "#!/bin/sh\nexit 101\n");
        Files.setPosixFilePermissions(POLICY, PosixFilePermissions.fromString("rwxr-xr-x"));
        return true;
    }

    private static void disableServices(List<DebianPackage> installed) throws IOException, InterruptedException {
        if (!Files.isDirectory(Path.of("/run/systemd/system"))) {
            return;
        }
        for (DebianPackage each : installed) {
            for (String service : each.services()) {
                ProcessRunner.run(Duration.ofSeconds(60), "systemctl", "disable", "--now", service);
            }
        }
    }
}

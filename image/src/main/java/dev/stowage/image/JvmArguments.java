package dev.stowage.image;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// How a program of the image is started.
final class JvmArguments {
    static final String MAIN = "dev.stowage.cli.Main";

    /// The same JVM options as the launcher's: a mostly idle process on every node. A small heap that returns
    /// memory, one compiler, and cache pages that stay backed by the file.
    private static final List<String> OPTIONS = List.of(
            "-XX:+UseSerialGC",
            "-XX:+UseCompactObjectHeaders",
            "-XX:-UsePerfData",
            "-XX:+ExitOnOutOfMemoryError",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Xlog:disable",
            "-Xlog:all=error:stderr",
            "-Xlog:aot*=off:stderr",
            "-Xlog:cds*=off:stderr",
            "-Xms6m",
            "-Xmx1g",
            "-XX:NewSize=2m",
            "-XX:MinHeapFreeRatio=10",
            "-XX:MaxHeapFreeRatio=20",
            "-XX:-ShrinkHeapInSteps",
            "-XX:TieredStopAtLevel=1",
            "-XX:TrimNativeHeapInterval=10000",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:ArchiveRelocationMode=0",
            "-Dio.netty.allocator.type=unpooled",
            "-Dio.netty.jfr.enabled=false");

    /// A container has no terminal and no locale, and can write only to the volumes of its pod.
    private static final List<String> IN_A_CONTAINER =
            List.of("-XX:+ErrorFileToStderr", "-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8");

    private final String commit;
    private final List<ClassPathJar> jars;

    JvmArguments(String commit, List<ClassPathJar> jars) {
        this.commit = commit;
        this.jars = List.copyOf(jars);
    }

    /// @param root the directory with the files of the image; `/` within the image
    List<String> options(Path root) {
        List<String> all = new ArrayList<>(OPTIONS);
        all.addAll(IN_A_CONTAINER);
        all.add("-Dstowage.commit=" + commit);
        all.add("-cp");
        all.add(jars.stream()
                .map(classPathJar -> root.resolve(ImagePaths.JARS)
                        .resolve(classPathJar.name())
                        .toString())
                .collect(Collectors.joining(":")));
        return all;
    }

    /// The argument file in the image; none of its words contains a blank or a quote.
    String file(ImageVariant imageVariant, boolean trained) {
        List<String> all = new ArrayList<>(options(Path.of("/")));
        if (trained) {
            all.add("-XX:AOTCache=/" + ImagePaths.cache(imageVariant));
        }
        return String.join("\n", all) + "\n";
    }

    /// @return the entry point of an image
    static List<String> entry(ImageName image) {
        List<String> argv = new ArrayList<>(
                List.of("/" + ImagePaths.JAVA + "/bin/java", "@/" + ImagePaths.arguments(image.imageVariant()), MAIN));
        image.command().ifPresent(argv::add);
        return argv;
    }
}

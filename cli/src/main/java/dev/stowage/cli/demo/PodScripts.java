package dev.stowage.cli.demo;

/// The scripts of the pods.
final class PodScripts {
    /// How much is written.
    static final int MEBIBYTES = 4;

    private static final String FILE = DemoManifests.FOLDER + "/file";
    private static final String LINES = DemoManifests.FOLDER + "/lines";

    private PodScripts() {}

    /// The sum of the file.
    static String read() {
        return sum(FILE);
    }

    /// Other bytes each time; prints their sum.
    static String write() {
        return random(FILE, "fsync") + "; " + read();
    }

    /// The bytes that a file system has in all.
    static String size() {
        return "echo $(($(stat -f -c '%b * %S' " + DemoManifests.FOLDER + ")))";
    }

    /// Waits until the file system is larger than it was; prints its size.
    static String awaitLarger(long size) {
        return "while [ $(" + size() + ") -le " + size + " ]; do sleep 0.05; done; " + size() + "; " + read();
    }

    static String writeDevice() {
        return random(DemoManifests.DEVICE, "fsync,notrunc") + "; " + readDevice();
    }

    static String readDevice() {
        return "head -c " + MEBIBYTES + "M " + DemoManifests.DEVICE + " | sha256sum | cut -c 1-64";
    }

    /// Writes numbers, one per line, until SIGTERM.
    static String count() {
        return "trap 'exit 0' TERM; i=0; while :; do i=$((i + 1)); echo $i >> " + LINES + "; sleep 0.01; done";
    }

    /// Fails unless no number is missing; prints how many there are.
    static String recount() {
        return "n=$(wc -l < " + LINES + "); seq $n | cmp - " + LINES + "; echo $n";
    }

    private static String random(String to, String conversion) {
        return "dd if=/dev/urandom of=" + to + " bs=1M count=" + MEBIBYTES + " conv=" + conversion + " status=none";
    }

    private static String sum(String file) {
        return "sha256sum < " + file + " | cut -c 1-64";
    }
}

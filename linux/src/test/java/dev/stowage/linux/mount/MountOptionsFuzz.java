package dev.stowage.linux.mount;

import dev.stowage.testing.fuzz.FuzzTarget;
import java.util.List;

/// Mount options of a request, one list in each line.
public final class MountOptionsFuzz implements FuzzTarget {

    @Override
    public List<byte[]> seeds() {
        return FuzzTarget.texts("noatime,ro\ndiscard", "rw,ro,defaults,nosuid,suid", "data=ordered,,errors=remount-ro");
    }

    @Override
    public List<String> words() {
        return List.of(",", "\n", "ro", "rw", "no", "atime", "=", "\0");
    }

    @Override
    public void run(byte[] input) {
        MountOptions options = MountOptions.parse(List.of(FuzzTarget.text(input).split("\n", -1)));
        if (options.data().contains(",,")) {
            throw new AssertionError("an empty option: " + options.data());
        }
    }
}

package dev.stowage.driver.mounter;

import dev.stowage.driver.mounter.daemon.DaemonProcess;
import dev.stowage.driver.mounter.daemon.DaemonToken;
import dev.stowage.sdk.record.JsonObject;
import dev.stowage.sdk.record.RecordCodec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What the mounter remembers of a mount. It is written before the daemon is started, and deleted after the mount is
/// gone: a record without its mount is an interrupted call.
///
/// @param directory where the share is mounted
/// @param boot the boot in which it was mounted; nothing of an earlier one is left
/// @param token in the environment of the daemon
/// @param daemon missing while it is being started
/// @param complete whether the share was mounted; before that, nobody can use what the daemon serves
record MountRecord(Path directory, String boot, DaemonToken token, Optional<DaemonProcess> daemon, boolean complete) {

    static MountRecord intent(Path directory, String boot, DaemonToken token) {
        return new MountRecord(directory, boot, token, Optional.empty(), false);
    }

    MountRecord startedAs(DaemonProcess process) {
        return new MountRecord(directory, boot, token, Optional.of(process), complete);
    }

    MountRecord completed() {
        return new MountRecord(directory, boot, token, daemon, true);
    }

    /// The daemon, if it still runs: by its pid and start time, otherwise by its token.
    Optional<DaemonProcess> running() throws IOException {
        return daemon.isPresent() && daemon.get().isRunning() ? daemon : token.find();
    }

    record JsonCodec() implements RecordCodec<MountRecord> {

        @Override
        public Map<String, Object> write(MountRecord value) {
            Map<String, Object> object = new LinkedHashMap<>();
            object.put("directory", value.directory().toString());
            object.put("boot", value.boot());
            object.put("token", value.token().text());
            object.put("complete", value.complete());
            value.daemon().ifPresent(daemon -> {
                object.put("pid", daemon.pid());
                object.put("start", daemon.start());
            });
            return object;
        }

        @Override
        public MountRecord read(JsonObject object) throws IOException {
            return new MountRecord(
                    Path.of(object.text("directory")),
                    object.text("boot"),
                    new DaemonToken(object.text("token")),
                    object.has("pid")
                            ? Optional.of(new DaemonProcess(object.number("pid"), object.number("start")))
                            : Optional.empty(),
                    object.bool("complete"));
        }
    }
}

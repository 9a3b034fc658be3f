package dev.stowage.driver.mounter;

import dev.stowage.driver.mounter.protocol.MessageChannel;
import dev.stowage.driver.mounter.protocol.MounterRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/// Carries out requests.
///
/// @param mounts the shares
/// @param events of mounts
record MounterCalls(SupervisedMounts mounts, MountEvents events) {
    private static final Duration SENDING = Duration.ofSeconds(5);

    /// More often than clients lose patience.
    private static final Duration HEARTBEAT = Duration.ofSeconds(20);

    void answer(MounterRequest request, MessageChannel channel) throws IOException, InterruptedException {
        switch (request) {
            case MounterRequest.Mount mount -> {
                SupervisedMount share = find(mount.name());
                share.mount();
                channel.write("ok " + share.share().directory(), SENDING);
            }
            case MounterRequest.Unmount unmount -> {
                find(unmount.name()).unmount();
                channel.write("ok", SENDING);
            }
            case MounterRequest.ListShares _ -> {
                for (SupervisedMount each : mounts.all()) {
                    channel.write(each.describe(), SENDING);
                }
                channel.write("ok", SENDING);
            }
            case MounterRequest.Watch _ -> watch(channel);
        }
    }

    private SupervisedMount find(String name) throws IOException {
        return mounts.find(name)
                .orElseThrow(() -> new IOException(
                        "share %s is not in the configuration of the mounter; add it and restart the mounter"
                                .formatted(name)));
    }

    /// Until the client closes the connection. What is mounted already is reported first: the client may have missed
    /// it.
    private void watch(MessageChannel channel) throws IOException, InterruptedException {
        try (MountEvents.Subscription subscription = events.subscribe()) {
            for (SupervisedMount each : mounts.all()) {
                if (each.isMounted()) {
                    channel.write("mounted " + each.share().name(), SENDING);
                }
            }
            while (events.isOpen(subscription)) {
                Optional<String> mounted = subscription.next(HEARTBEAT);
                channel.write(mounted.map(name -> "mounted " + name).orElse("nothing"), SENDING);
            }
        }
    }
}

package dev.stowage.node.volumemanager.testing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.node.builtinvolume.BuiltInVolume;
import dev.stowage.node.builtinvolume.BuiltInVolumes;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.HostVolume;
import java.io.IOException;

/// Every volume needs a driver.
public final class NoBuiltInVolumes implements BuiltInVolumes {
    @Override
    public boolean knows(JsonNode volume) {
        return false;
    }

    @Override
    public HostVolume setUp(NodePod pod, BuiltInVolume volume) throws IOException {
        throw new IOException("no such volume");
    }

    @Override
    public boolean changes(BuiltInVolume volume) {
        return false;
    }

    @Override
    public void tearDown(String podUid, String plugin, String name) {}

    @Override
    public void unmapDevices(String podUid) {}

    @Override
    public boolean owns(String plugin) {
        return false;
    }
}

package dev.stowage.sdk.service;

import dev.stowage.sdk.Topology;
import java.util.Map;

/// Who a driver is, and on which node.
///
/// @param name the driver's name, in the form of a domain name
/// @param version the vendor's version
/// @param manifest more about it, for people
/// @param nodeId what attaching calls this node; empty when this process serves no node
/// @param maxVolumes how many volumes fit on this node; zero for no limit
/// @param topology where the volumes made here can be reached from; [Topology#ANYWHERE] for everywhere
public record DriverInfo(
        String name, String version, Map<String, String> manifest, String nodeId, long maxVolumes, Topology topology) {

    /// A domain name of 63 characters at most: what the specification allows and Kubernetes can put into an object.
    private static final String NAME = "[A-Za-z0-9]([A-Za-z0-9.-]{0,61}[A-Za-z0-9])?";

    public DriverInfo {
        if (!name.matches(NAME)) {
            throw new IllegalArgumentException("\"" + name + "\" is no name for a driver: use at most 63 letters,"
                    + " digits, dots and dashes, with a letter or digit at both ends, such as disk.example.com");
        }
        manifest = Map.copyOf(manifest);
    }
}

package dev.stowage.sdk.service;

import dev.stowage.sdk.Topology;
import java.util.List;
import java.util.Map;

/// The identity of a driver and its node.
///
/// @param name the driver's name, in the form of a domain name
/// @param version the vendor's version
/// @param manifest additional information, for people
/// @param nodeId the id of this node; empty when this process does not serve the node service
/// @param maxVolumes the maximum number of volumes on this node; zero for no limit
/// @param topology the topology of this node; [Topology#ANYWHERE] for none
/// @param volumeTopologies where volumes can be; empty: in the topology of this node
public record DriverInfo(
        String name,
        String version,
        Map<String, String> manifest,
        String nodeId,
        long maxVolumes,
        Topology topology,
        List<Topology> volumeTopologies) {

    /// A domain name of 63 characters at most: what the specification allows and Kubernetes can put into an
    /// object.
    private static final String NAME = "[A-Za-z0-9]([A-Za-z0-9.-]{0,61}[A-Za-z0-9])?";

    public DriverInfo {
        if (!name.matches(NAME)) {
            throw new IllegalArgumentException("invalid driver name \"" + name + "\": use at most 63 letters,"
                    + " digits, dots and dashes, starting and ending with a letter or digit, such as disk.example.com");
        }
        manifest = Map.copyOf(manifest);
        volumeTopologies = List.copyOf(volumeTopologies);
    }
}

package dev.stowage.driver.share;

import dev.stowage.linux.LinuxException;
import dev.stowage.linux.mount.MountOptions;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.record.JsonObject;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// An export of an NFS server, version 4 and newer: such a mount needs nothing but the kernel. Version 3 needs
/// programs for locks that run beside the driver, and is refused.
///
/// @param server host name or address
/// @param share path of the export
/// @param options mount options, each `name` or `name=value`
public record NfsSource(String server, String share, List<String> options) implements ShareSource {
    private static final Set<String> KEYS = Set.of("type", "server", "share", "mountOptions");
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*");
    private static final Pattern SHARE = Pattern.compile("/|(/(?!\\.{1,2}(/|$))[A-Za-z0-9._@+=-]{1,255}){1,32}");
    private static final Pattern VERSION = Pattern.compile("(nfs)?vers=4(\\.[012])?|minorversion=[012]");

    /// Options that neither name another server nor another version.
    private static final Pattern OPTION = Pattern.compile("hard|soft|softerr|sync|async|noatime|nodiratime|relatime"
            + "|nosuid|nodev|noexec|noac|ac|resvport|noresvport|sharecache|nosharecache|fsc|rw|tcp|noacl|acl|cto|nocto"
            + "|(timeo|retrans|rsize|wsize|acregmin|acregmax|acdirmin|acdirmax|actimeo|nconnect|port)=[0-9]{1,9}"
            + "|sec=(sys|krb5|krb5i|krb5p)|proto=(tcp|tcp6)|lookupcache=(all|none|pos|positive)"
            + "|local_lock=(none|all|flock|posix)");

    /// The newest one that both sides have is used: clones of files need 4.2.
    private static final List<String> VERSIONS = List.of("vers=4.2", "vers=4.1", "vers=4.0");

    private static final int EPROTONOSUPPORT = 93;

    public NfsSource {
        options = List.copyOf(options);
        if (!HOST.matcher(server).matches() && !isIpv6(server)) {
            throw new IllegalArgumentException("server must be a host name or an address");
        }
        if (!SHARE.matcher(share).matches()) {
            throw new IllegalArgumentException("share must be an absolute path of letters, digits and ._@+=-");
        }
        for (String option : options) {
            if (!OPTION.matcher(option).matches() && !VERSION.matcher(option).matches()) {
                throw new IllegalArgumentException(
                        "mount option \"%s\" is not supported; versions are 4.0, 4.1 and 4.2".formatted(option));
            }
        }
    }

    static NfsSource parse(JsonObject object) throws IOException {
        for (String key : object.fields().keySet()) {
            if (!KEYS.contains(key)) {
                throw new IllegalArgumentException("unknown key \"%s\" in source; supported: %s"
                        .formatted(key, KEYS.stream().sorted().toList()));
            }
        }
        List<String> options = new ArrayList<>();
        for (Object option : object.has("mountOptions") ? object.list("mountOptions") : List.of()) {
            options.add(String.valueOf(option));
        }
        return new NfsSource(object.text("server"), object.text("share"), options);
    }

    private static boolean isIpv6(String text) {
        return text.length() <= 45 && IPV6.matcher(text).matches();
    }

    @Override
    public void mount(Mounts mounts, Path target) throws IOException {
        InetAddress address = InetAddress.getByName(server);
        boolean chosen =
                options.stream().anyMatch(option -> VERSION.matcher(option).matches());
        for (String version : chosen ? List.of("") : VERSIONS) {
            try {
                MountOptions parsed = MountOptions.parse(options(version, address));
                mounts.mount(device(), target, "nfs", parsed.flags(), parsed.data());
                return;
            } catch (LinuxException e) {
                boolean last = chosen || version.equals(VERSIONS.getLast());
                if (e.number() != EPROTONOSUPPORT || last) {
                    throw e;
                }
            }
        }
    }

    private List<String> options(String version, InetAddress address) {
        List<String> all = new ArrayList<>(options);
        if (!version.isEmpty()) {
            all.add(version);
        }
        if (address instanceof Inet6Address && options.stream().noneMatch(option -> option.startsWith("proto="))) {
            all.add("proto=tcp6");
        }
        all.add("addr=" + address.getHostAddress());
        return all;
    }

    private String device() {
        return (isIpv6(server) ? "[" + server + "]" : server) + ":" + share;
    }

    @Override
    public boolean isShownBy(MountPoint mount) {
        return (mount.fsType().equals("nfs4") || mount.fsType().equals("nfs"))
                && mount.source().equals(device());
    }

    @Override
    public boolean matches(Map<String, String> parameters) {
        return parameters.getOrDefault("server", server).equalsIgnoreCase(server)
                && withoutEnd(parameters.getOrDefault("share", share)).equals(withoutEnd(share));
    }

    private static String withoutEnd(String path) {
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    @Override
    public List<String> optionsOfVolume(List<String> wanted, MountPoint mount) throws CsiException {
        return NfsMountOptions.of(mount).ofVolume(wanted);
    }

    @Override
    public Map<String, String> context() {
        return Map.of("server", server, "share", share);
    }

    @Override
    public String toString() {
        return "nfs " + device();
    }
}

#!/bin/sh
# Process 1 of a guest. Its root is the root of the host, read-only; what must be written to is in memory. The kernel passes
# the variables on from its command line: $lab is the directory that the guest shares with the host, $java the JVM, $paths what it reads.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp LC_ALL=C.UTF-8

mount -t proc proc /proc
mount -t sysfs sysfs /sys
for directory in /run /tmp /mnt /var/tmp /var/lib/nfs /var/lib/glusterd /var/log; do
    [ ! -d "$directory" ] || mount -t tmpfs -o mode=1777 tmpfs "$directory"
done
IFS=:
for path in $paths; do
    case $path in
        /run/* | /tmp/* | /mnt/* | /var/tmp/*)
            mkdir -p "$path"
            mount -r -t hostfs none "$path" -o "$path"
            ;;
    esac
done
unset IFS
mkdir -p /dev/shm /dev/pts /run/lock /var/lib/nfs/v4recovery
# exportfs and rpc.mountd start at the same time, and each expects the file of the other.
touch /var/lib/nfs/etab /var/lib/nfs/rmtab
mount -t tmpfs tmpfs /dev/shm
mount -t devpts devpts /dev/pts
mkdir -p "$lab"
mount -t hostfs none "$lab" -o "$lab"
ip link set lo up
hostname lab

# The modules of this kernel are where its package put them, and not where modprobe looks.
mkdir -p /run/modules/lib/modules
ln -s "/usr/lib/uml/modules/$(uname -r)" /run/modules/lib/modules/
export MODPROBE_OPTIONS="-d /run/modules"
for module in loop fuse overlay quota_v2 dm-mod dm-thin-pool dm-snapshot dm-raid raid0 raid1 dm-flakey nfsd nfs nfsv4; do
    modprobe "$module" || echo "lab: cannot load the module $module"
done

if [ -s "$lab/arguments" ]; then
    "$java" "@$lab/arguments"
    echo "lab: the program ended with status $?"
else
    setsid --ctty --wait /bin/bash -i
fi
sync
echo o >/proc/sysrq-trigger
# The kernel ends before the last process does.
sleep 60

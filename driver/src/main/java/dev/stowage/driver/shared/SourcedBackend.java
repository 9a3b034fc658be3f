package dev.stowage.driver.shared;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.bind.BindPublisher;
import dev.stowage.driver.share.ShareSource;
import dev.stowage.linux.Descriptor;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.NewVolume;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.VolumeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Volumes on a share that the driver mounts. Unlike on a share of the administrator, a storage class can choose the
/// directory of a volume, its permissions, and what happens to it in the end.
public final class SourcedBackend extends SharedBackend {
    private final ShareSource source;
    private final SubDirectories subDirectories;

    public SourcedBackend(PoolDirectory folder, Path record, Mounts mounts, ShareSource source) {
        super(folder, record, mounts);
        this.source = source;
        this.subDirectories = new SubDirectories(folder);
    }

    @Override
    public Set<String> parameters() {
        return ShareVolume.PARAMETERS;
    }

    @Override
    public void checkParameters(NewVolume request) throws CsiException {
        if (!source.matches(request.parameters())) {
            throw CsiException.invalidArgument(
                    "parameters server and share name another share than that of the pool, %s".formatted(source));
        }
        ShareVolume ignored = ShareVolume.of(request, DATA_MODE);
    }

    @Override
    public Map<String, String> context(NewVolume request) throws CsiException {
        Map<String, String> context = new LinkedHashMap<>(source.context());
        Optional<SubDirectory> chosen = ShareVolume.of(request, DATA_MODE).subDirectory();
        chosen.ifPresent(one -> context.put(ShareVolume.SUB_DIRECTORY, one.path()));
        return context;
    }

    @Override
    public void create(VolumeMeta wanted, Optional<VolumeSource> from, NewVolume request)
            throws CsiException, IOException {
        if (from.isPresent()) {
            create(wanted, from); // refuses
        }
        ShareVolume volume = ShareVolume.of(request, DATA_MODE);
        requirePool();
        if (volume.subDirectory().isPresent()) {
            SubDirectory chosen = volume.subDirectory().get();
            subDirectories.create(wanted.id(), chosen, volume.mode(), volume.onDelete());
            directory().write(wanted);
        } else {
            createData(wanted, volume.mode());
        }
    }

    @Override
    protected Descriptor find(VolumeId id) throws IOException {
        Optional<ShareVolumeRecord> recorded = subDirectories.find(id);
        return recorded.isPresent() ? subDirectories.open(recorded.get().subDirectory()) : super.find(id);
    }

    @Override
    protected void refuseOtherUse(VolumeId id, BindPublisher users) throws CsiException, IOException {
        Optional<ShareVolumeRecord> recorded = subDirectories.find(id);
        if (recorded.isPresent() && recorded.get().complete()) {
            try (Descriptor data = subDirectories.open(recorded.get().subDirectory())) {
                users.refuseWhenUsed(id, data);
            }
        }
    }

    @Override
    protected void removeData(VolumeId id) throws IOException {
        subDirectories.remove(id);
    }
}

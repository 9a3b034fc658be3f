package dev.stowage.image.debian;

import dev.stowage.image.debian.PackageFiles.Found;
import dev.stowage.image.layer.LayerTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// The selected files of several packages, with every library that they need. The rest of a package is left out,
/// because files that do not exist have no vulnerabilities.
public final class FileSelection {
    private final PackageFiles files;
    private final LayerTree layerTree = new LayerTree();
    private final Set<String> taken = new TreeSet<>();
    private final TreeMap<String, DebianPackage> owners = new TreeMap<>();

    public FileSelection(PackageFiles files) {
        this.files = files;
    }

    /// A selection for a layer above this one: files that are already here are not added again.
    public FileSelection onTop(PackageFiles others) {
        FileSelection next = new FileSelection(others);
        next.taken.addAll(taken);
        return next;
    }

    public FileSelection programs(List<String> names) throws IOException {
        for (String name : names) {
            take(files.program(name)
                    .orElseThrow(() -> new IOException("no Debian package of the image brings " + name)));
        }
        return this;
    }

    public FileSelection file(String path) throws IOException {
        take(files.at(path).orElseThrow(() -> new IOException("no Debian package of the image brings /" + path)));
        return this;
    }

    /// Plug-ins, which no program names as a dependency: every file with such a path.
    public FileSelection matching(Pattern paths) throws IOException {
        List<Found> found = files.matching(paths);
        if (found.isEmpty()) {
            throw new IOException("no Debian package of the image brings files like /" + paths);
        }
        for (Found each : found) {
            take(each);
        }
        return this;
    }

    /// The dependencies of other programs and libraries, except those that they include.
    public FileSelection librariesFor(List<Path> others) throws IOException {
        Set<String> own = new TreeSet<>();
        others.forEach(other -> own.add(other.getFileName().toString()));
        for (Path other : others) {
            Optional<ElfFile> elf = ElfFile.read(other);
            if (elf.isPresent()) {
                takeNeeded(other.toString(), elf.get(), own);
            }
        }
        return this;
    }

    private void take(Found found) throws IOException {
        if (!taken.add(found.path())) {
            return;
        }
        owners.put(found.owner().name(), found.owner());
        if (Files.isSymbolicLink(found.file())) {
            Path target = Files.readSymbolicLink(found.file());
            layerTree.link(found.path(), target.toString());
            String end = Path.of("/" + found.path())
                    .resolveSibling(target)
                    .normalize()
                    .toString()
                    .substring(1);
            take(files.at(PackageFiles.belowUsr(end))
                    .orElseThrow(() -> new IOException("/" + found.path() + " leads to /" + end
                            + ", which no Debian package of the image brings")));
            return;
        }
        layerTree.file(found.path(), found.file());
        Optional<ElfFile> elf = ElfFile.read(found.file());
        if (elf.isPresent()) {
            takeNeeded("/" + found.path(), elf.get(), Set.of());
        }
    }

    private void takeNeeded(String who, ElfFile elfFile, Set<String> own) throws IOException {
        for (String name : elfFile.needed()) {
            if (!own.contains(name)) {
                take(files.library(name)
                        .orElseThrow(() -> new IOException(
                                who + " needs " + name + ", which no Debian package of the image brings")));
            }
        }
        if (elfFile.loader().isPresent()) {
            file(PackageFiles.belowUsr(elfFile.loader().get().substring(1)));
        }
    }

    /// The files, and the dpkg status of each package that they come from.
    public LayerTree layerTree() {
        owners.values().forEach(owner -> layerTree.text("var/lib/dpkg/status.d/" + owner.name(), owner.status()));
        return layerTree;
    }

    public List<DebianPackage> packages() {
        return List.copyOf(owners.values());
    }
}

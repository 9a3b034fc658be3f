package dev.stowage.sidecar.provision.seam;

/// Everything that the provisioner leaves to others.
public record Seams(Placement placement, Sources sources, Share share, Changes changes) {

    /// No topology, no sources, alone, unheard.
    public static Seams plain() {
        return new Seams(Placement.anywhere(), Sources.none(), Share.everything(), Changes.unheard());
    }

    public Seams with(Placement other) {
        return new Seams(other, sources, share, changes);
    }

    public Seams with(Sources other) {
        return new Seams(placement, other, share, changes);
    }

    public Seams with(Share other) {
        return new Seams(placement, sources, other, changes);
    }

    public Seams with(Changes other) {
        return new Seams(placement, sources, share, other);
    }
}

package dev.stowage.apiserver.engine;

/// All that can be done to objects.
public final class Engine {
    private final Reads reads;
    private final Watches watches;
    private final Writes writes;
    private final Patching patching;
    private final Deletes deletes;
    private final Parts parts;

    public Engine(Services services) {
        Commit commit = new Commit(services);
        this.reads = new Reads(services.store());
        this.watches = new Watches(services.store(), reads, services.clock());
        this.writes = new Writes(services, commit);
        this.patching = new Patching(services, writes, commit);
        this.deletes = new Deletes(services, reads);
        this.parts = new Parts(services, commit, deletes);
    }

    public Reads reads() {
        return reads;
    }

    public Watches watches() {
        return watches;
    }

    public Writes writes() {
        return writes;
    }

    public Patching patching() {
        return patching;
    }

    public Deletes deletes() {
        return deletes;
    }

    public Parts parts() {
        return parts;
    }
}

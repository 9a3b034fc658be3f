package dev.stowage.apiserver.registry.generic;

/// All operations on objects.
public final class GenericRegistry {
    private final ReadOperations readOperations;
    private final WatchOperations watchOperations;
    private final WriteOperations writeOperations;
    private final PatchOperations patchOperations;
    private final DeleteOperations deleteOperations;
    private final SubresourceOperations subresourceOperations;

    public GenericRegistry(RegistryServices registryServices) {
        ObjectCommit objectCommit = new ObjectCommit(registryServices);
        this.readOperations = new ReadOperations(registryServices.objectStore());
        this.watchOperations =
                new WatchOperations(registryServices.objectStore(), readOperations, registryServices.clock());
        this.writeOperations = new WriteOperations(registryServices, objectCommit);
        this.patchOperations = new PatchOperations(registryServices, writeOperations, objectCommit);
        this.deleteOperations = new DeleteOperations(registryServices, readOperations);
        this.subresourceOperations = new SubresourceOperations(registryServices, objectCommit, deleteOperations);
    }

    public ReadOperations readOperations() {
        return readOperations;
    }

    public WatchOperations watchOperations() {
        return watchOperations;
    }

    public WriteOperations writeOperations() {
        return writeOperations;
    }

    public PatchOperations patchOperations() {
        return patchOperations;
    }

    public DeleteOperations deleteOperations() {
        return deleteOperations;
    }

    public SubresourceOperations subresourceOperations() {
        return subresourceOperations;
    }
}

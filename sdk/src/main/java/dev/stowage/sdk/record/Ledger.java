package dev.stowage.sdk.record;

import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.ListPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The durable records of one kind of object: intent is written before the effect, the result before it is
/// returned.
///
/// The rules that make every call repeatable:
/// - an object that exists is answered from the records, and nothing is done;
/// - an attempt that failed, or was interrupted, is undone before the next one starts, so every attempt finds a
///   clean slate;
/// - a removal that was refused leaves the object as it was; one that failed halfway is finished later.
///
/// Calls for one key must not overlap; the callers hold the lock of their object.
public final class Ledger<T> {

    private static final Logger log = LoggerFactory.getLogger(Ledger.class);

    private final String kind;
    private final RecordDirectory<LedgerEntry<T>> records;

    Ledger(String kind, Path folder, RecordCodec<T> recordCodec) throws IOException {
        this.kind = kind;
        this.records = new RecordDirectory<>(folder, new LedgerEntryCodec<>(recordCodec));
    }

    /// Creates the object.
    @FunctionalInterface
    public interface Making<T> {
        T make() throws CsiException, IOException;
    }

    /// Removes the object with this key, or what is left of it; succeeds when there is nothing.
    @FunctionalInterface
    public interface Removal {
        void remove(String key) throws CsiException, IOException;
    }

    public Optional<T> find(String key) throws IOException {
        return records.find(key).flatMap(Ledger::thereNow);
    }

    /// The object with this key: as it was created the first time, or created now.
    ///
    /// @throws CsiException ALREADY_EXISTS when it exists, but was created by a different request
    public T make(String key, String name, String digest, Making<T> making, Removal undo)
            throws CsiException, IOException {
        Optional<LedgerEntry<T>> known = records.find(key);
        if (known.isPresent()) {
            if (known.get() instanceof LedgerEntry.There<T>(String knownName, String knownDigest, T thing)) {
                if (!knownName.equals(name) || !knownDigest.equals(digest)) {
                    throw CsiException.alreadyExists(
                            "%s %s already exists with different parameters; choose another name or delete it first"
                                    .formatted(kind, key));
                }
                return thing;
            }
            log.info("Undoing an interrupted call for {} {}.", kind, key);
            undo.remove(key);
        }
        records.put(key, new LedgerEntry.BeingMade<>(name, digest));
        T made = orUndo(key, making, undo);
        records.put(key, new LedgerEntry.There<>(name, digest, made));
        return made;
    }

    private T orUndo(String key, Making<T> making, Removal undo) throws CsiException, IOException {
        try {
            return making.make();
        } catch (CsiException | IOException | RuntimeException failure) {
            // A caller who went away has interrupted this thread: nothing that waits would work now. And what a
            // call that timed out may still do cannot be undone before it is done. The note on disk stays, and
            // the next call, or the next start, undoes.
            if (!UncertainFailure.isIn(failure) && !Thread.currentThread().isInterrupted()) {
                try {
                    undo.remove(key);
                    records.remove(key);
                } catch (CsiException | IOException | RuntimeException e) {
                    failure.addSuppressed(e);
                }
            }
            throw failure;
        }
    }

    /// Removes the object; an unknown key succeeds without calling the driver.
    public void remove(String key, Removal removal) throws CsiException, IOException {
        Optional<LedgerEntry<T>> known = records.find(key);
        if (known.isEmpty()) {
            return;
        }
        if (known.get() instanceof LedgerEntry.There<T>(String name, String digest, T thing)) {
            records.put(key, new LedgerEntry.BeingRemoved<>(name, digest, thing));
        }
        try {
            removal.remove(key);
        } catch (CsiException refusal) {
            keepIfRefused(key, refusal);
            throw refusal;
        }
        records.remove(key);
    }

    /// In use means unchanged: the object exists as before, and no later start may remove it by itself.
    private void keepIfRefused(String key, CsiException refusal) throws IOException {
        if (refusal.code() == CsiCode.FAILED_PRECONDITION
                && records.find(key).orElse(null)
                        instanceof LedgerEntry.BeingRemoved<T>(String name, String digest, T thing)) {
            records.put(key, new LedgerEntry.There<>(name, digest, thing));
        }
    }

    /// Records that an object is about to be created as part of another one; [#settle] or [#remove] follows.
    public void announce(String key, String name, String digest) throws IOException {
        records.put(key, new LedgerEntry.BeingMade<>(name, digest));
    }

    /// Records an object that exists and whose record was lost; returns false when it has a record. A request that
    /// would create it again is answered with ALREADY_EXISTS, as nothing is known of the request that created it.
    public boolean adopt(String key, T existing) throws IOException {
        if (records.find(key).isPresent()) {
            return false;
        }
        records.put(key, new LedgerEntry.There<>("", "", existing));
        return true;
    }

    /// Records that the announced object exists.
    public void settle(String key, T made) throws IOException {
        Optional<LedgerEntry<T>> announced = records.find(key);
        if (announced.isPresent()) {
            records.put(
                    key,
                    new LedgerEntry.There<>(
                            announced.get().name(), announced.get().digest(), made));
        }
    }

    /// Updates an existing object, after it was expanded or became ready.
    public void update(String key, T now) throws IOException {
        if (records.find(key).orElse(null) instanceof LedgerEntry.There<T> there) {
            records.put(key, new LedgerEntry.There<>(there.name(), there.digest(), now));
        }
    }

    /// Things in the order of their keys. A token names the last key of the page before, so pages neither skip nor
    /// repeat anything that was there all along, whatever comes and goes in between.
    public ListPage<T> page(Optional<String> token, int most, Predicate<T> wanted) throws CsiException {
        Map<String, LedgerEntry<T>> rest =
                token.isEmpty() ? records.all() : records.all().tailMap(PageToken.decode(token.get()), false);
        List<T> entries = new ArrayList<>();
        String last = "";
        for (Map.Entry<String, LedgerEntry<T>> record : rest.entrySet()) {
            Optional<T> thing = thereNow(record.getValue()).filter(wanted);
            if (thing.isPresent()) {
                if (most > 0 && entries.size() == most) {
                    return new ListPage<>(entries, Optional.of(PageToken.encode(last)));
                }
                entries.add(thing.get());
                last = record.getKey();
            }
        }
        return new ListPage<>(entries, Optional.empty());
    }

    /// Undoes or finishes what a killed process left. An object still being created was never answered; and a
    /// requested removal is finished, unless the object turns out to be in use.
    public void recover(Removal removal) {
        for (Map.Entry<String, LedgerEntry<T>> record : records.all().entrySet()) {
            if (record.getValue() instanceof LedgerEntry.There<T>) {
                continue;
            }
            try {
                log.info("Cleaning up after an interrupted call for {} {}.", kind, record.getKey());
                remove(record.getKey(), removal);
            } catch (CsiException | IOException | RuntimeException e) {
                log.warn(
                        "Cannot clean up {} {}; the next call for it will retry: {}",
                        kind,
                        record.getKey(),
                        e.getMessage());
            }
        }
    }

    private static <T> Optional<T> thereNow(LedgerEntry<T> ledgerEntry) {
        return switch (ledgerEntry) {
            case LedgerEntry.There<T> there -> Optional.of(there.thing());
            case LedgerEntry.BeingMade<T> _, LedgerEntry.BeingRemoved<T> _ -> Optional.empty();
        };
    }
}

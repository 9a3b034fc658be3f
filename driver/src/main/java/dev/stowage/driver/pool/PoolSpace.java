package dev.stowage.driver.pool;

/// The current space of a pool, in bytes.
///
/// @param ever what it could hold if it were empty and its disk free for it alone
/// @param capacity what it can hold, growth included; what others keep on the same disk is not in it
/// @param free what can be written there now, growth included
/// @param low whether free space is below the low-water mark
/// @param cause why it is low, if it is not the free space
record PoolSpace(long ever, long capacity, long free, boolean low, String cause) {

    PoolSpace(long ever, long capacity, long free, boolean low) {
        this(ever, capacity, free, low, "");
    }
}

package dev.stowage.bench.control;

/// How much of everything.
///
/// @param few claims at once, the first time
/// @param many claims at once, the second time
/// @param paced claims one after another
/// @param attached pods with a volume
/// @param present volumes that are there in the end
record ControlSizes(int few, int many, int paced, int attached, int present) {
    static final ControlSizes WHOLE = new ControlSizes(500, 5_000, 300, 500, 20_000);
    static final ControlSizes QUICK = new ControlSizes(50, 200, 30, 50, 1_000);
}

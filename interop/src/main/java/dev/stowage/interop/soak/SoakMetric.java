package dev.stowage.interop.soak;

/// A metric that must not grow.
public enum SoakMetric {
    RESIDENT("resident MB"),
    ANONYMOUS("anonymous MB"),
    DESCRIPTORS("open files"),
    THREADS("threads"),
    MOUNTS("mounts"),
    LOOP_DEVICES("loop devices"),
    PROCESSES("child processes"),
    FILES("files in the folder"),
    DATABASE("database MB"),
    OBJECTS("objects"),
    EVENTS("events");

    private final String title;

    SoakMetric(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }
}

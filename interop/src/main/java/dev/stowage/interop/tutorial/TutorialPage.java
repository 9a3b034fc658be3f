package dev.stowage.interop.tutorial;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A page of tasks about one subject. A later task may use what an earlier one created.
///
/// @param name also the namespace of its objects
record TutorialPage(String name, List<TutorialTask> tasks) {
    /// In the order in which they are started: the longest first.
    private static final List<String> NAMES =
            List.of("volumes", "pods", "jobs", "workloads", "operations", "configuration", "services", "helm");

    TutorialPage {
        tasks = List.copyOf(tasks);
    }

    static List<TutorialPage> all() throws IOException {
        List<TutorialPage> pages = new ArrayList<>();
        for (String name : NAMES) {
            try (InputStream in = TutorialPage.class.getResourceAsStream(name + ".md")) {
                if (in == null) {
                    throw new IOException(name + ".md is missing from the jar");
                }
                pages.add(parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8)));
            }
        }
        return pages;
    }

    static TutorialPage parse(String name, String markdown) {
        List<TutorialTask> tasks = new ArrayList<>();
        Set<String> titles = new HashSet<>();
        for (String section : ("\n" + markdown).split("\n(?=## )", -1)) {
            if (!section.startsWith(TutorialTask.HEADING)) {
                continue; // the title of the page
            }
            TutorialTask task = TutorialTask.parse(name, section);
            if (!titles.add(task.title())) {
                throw new IllegalArgumentException(name + ": \"" + task.title() + "\" appears twice");
            }
            tasks.add(task);
        }
        return new TutorialPage(name, tasks);
    }

    /// Without the tasks that take long or that another suite of the quick selection has.
    TutorialPage quick() {
        return new TutorialPage(
                name, tasks.stream().filter(task -> task.slow().isEmpty()).toList());
    }
}

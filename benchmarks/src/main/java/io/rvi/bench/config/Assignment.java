package io.rvi.bench.config;

/**
 * One key with its effective text.
 *
 * @param key the key; a backend's own keys begin with its name and a dot
 * @param text the text, as a file would hold it
 * @param origin where it came from
 * @param meaning what the key does
 */
public record Assignment(String key, String text, Origin origin, String meaning) {}

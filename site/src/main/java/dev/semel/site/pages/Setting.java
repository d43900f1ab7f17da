package dev.semel.site.pages;

/**
 * A setting of the starter.
 *
 * @param name the full name
 * @param type the Java type, with its parameters
 * @param defaultValue the default as it is written in settings; empty if there is none
 * @param description what it does
 */
record Setting(String name, String type, String defaultValue, String description) {}

/**
 * Builds the documentation site: writes the pages that are made from data, runs Javadoc and VitePress, and serves the result. Start reading at
 * {@link dev.semel.site.SiteCommand}. The settings of VitePress are in {@code site/.vitepress}. It knows {@code pages} and the programs that build
 * the site.
 */
@NullMarked
package dev.semel.site;

import org.jspecify.annotations.NullMarked;

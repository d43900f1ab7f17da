/**
 * The pages of {@code docs/} that are made from data: the settings of the starter, and the results of torture runs. Start reading at
 * {@link dev.semel.site.pages.GeneratedPages}. It knows the files of the repository, and no program.
 */
@NullMarked
package dev.semel.site.pages;

import org.jspecify.annotations.NullMarked;

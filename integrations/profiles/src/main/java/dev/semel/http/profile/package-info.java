/**
 * The published rules of others, as groups of settings. Start reading at {@link dev.semel.http.profile.HttpProfile}. It knows {@link dev.semel.http};
 * the guard does not know it.
 */
@NullMarked
package dev.semel.http.profile;

import org.jspecify.annotations.NullMarked;

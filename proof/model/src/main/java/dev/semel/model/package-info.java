/**
 * A model of a record's life that is small enough to try everything: three owners, two keys, any order of steps, lost and late messages, crashes, and
 * times that run out at any moment. Start from {@link dev.semel.model.Exploration}.
 */
@NullMarked
package dev.semel.model;

import org.jspecify.annotations.NullMarked;

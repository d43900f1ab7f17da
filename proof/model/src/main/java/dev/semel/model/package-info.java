/**
 * A model of a record's life that is small enough to try everything: three owners, two keys, steps in any order, lost and late messages, crashes, and
 * times that can run out at any moment. Start reading at {@link dev.semel.model.Exploration}. It knows the rules and mutants of the test kit, and
 * neither engine nor stores.
 */
@NullMarked
package dev.semel.model;

import org.jspecify.annotations.NullMarked;

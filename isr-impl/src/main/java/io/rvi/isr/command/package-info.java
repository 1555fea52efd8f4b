/**
 * Commands that the command line offers where this backend is present: they read arguments, call
 * the package that does the work, and print.
 */
@NullMarked
package io.rvi.isr.command;

import org.jspecify.annotations.NullMarked;

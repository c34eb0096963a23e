import fc from 'fast-check';

// A mutant is dead with the first counterexample; to look for the smallest one would take most of the run.
fc.configureGlobal({ endOnFailure: true });

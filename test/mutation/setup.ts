import fc from 'fast-check';

// The first counterexample kills a mutant; shrinking it would take most of the run.
fc.configureGlobal({ endOnFailure: true });

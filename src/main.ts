#!/usr/bin/env node

/** The oldest Node.js that the dependencies work with: `engines` of package.json. */
const [neededMajor, neededMinor] = [20, 20];

// The first file that runs imports nothing: with an older Node.js an import would fail, and show
// its stack alone.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isTooOld = major < neededMajor || (major === neededMajor && minor < neededMinor);
if (isTooOld) {
  process.stderr.write(
    `partner-graphql needs Node.js ${neededMajor}.${neededMinor} or later, and this is ${process.versions.node}: install a later one.\n`,
  );
  process.exitCode = 1;
} else {
  void import('./start.js');
}

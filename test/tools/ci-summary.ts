/**
 * Reads a report of Vitest: `tsx ci-summary.ts REPORT EXIT-CODE`. Prints `PASSED FAILED`, then what
 * failed, at least at first, a paragraph each.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { z } from 'zod';

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** Of all messages of a test. */
const maxMessageCharacters = 2_000;

const [file = '', exitCode = ''] = process.argv.slice(2);
const report = read();
// A failure of anything but a test counts once; so does a run without tests.
const others =
  report.numFailedTests === 0 && (exitCode !== '0' || report.numPassedTests === 0) ? 1 : 0;
console.log(report.numPassedTests, report.numFailedTests + others);
for (const result of report.testResults) {
  const path = relative('.', result.name);
  if (result.status === 'failed' && result.message)
    console.log(`FAILED: ${path}: ${result.message}`);
  for (const { status, fullName, failureMessages } of result.assertionResults) {
    const messages = failureMessages ?? [];
    if (status !== 'failed' && messages.length === 0) continue;
    console.log(
      `${status === 'failed' ? 'FAILED' : 'PASSED WHEN RUN AGAIN'}: ${path}: ${fullName}`,
    );
    console.log(messages.join('\n').slice(0, maxMessageCharacters));
  }
}
if (others > 0) console.log(`FAILED: no test, but the command ended with exit code ${exitCode}`);

/** A command that fails before its tests leaves no report. */
function read(): z.infer<typeof reportSchema> {
  try {
    return reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  }
}

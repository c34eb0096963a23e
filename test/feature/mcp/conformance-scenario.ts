/** The conformance suite of MCP: `@modelcontextprotocol/conformance`. */
export const suiteVersion = '0.2.0-alpha.12';

/** Scenarios of which only these checks fail, and why. */
export const passingBut: Readonly<
  Record<string, { readonly checks: readonly string[]; readonly why: string }>
> = {
  'server-stateless': {
    checks: [
      'sep-2575-server-rejects-undeclared-capability',
      'sep-2575-missing-capability-http-400',
      'sep-2575-http-server-no-independent-requests-on-stream',
    ],
    why: 'no tool asks the client for anything',
  },
  caching: { checks: ['sep-2549-prompts-list-caching-hints'], why: 'there are no prompts' },
};

/** Why a scenario does not apply, by the beginning of its name. */
export const inapplicable: Readonly<Record<string, string>> = {
  prompts: 'there are no prompts',
  'completion-complete': 'there are no prompts and no templates to complete',
  'logging-set-level': 'nothing is logged to the client',
  'tools-call-with-logging': 'nothing is logged to the client',
  'tools-call-with-progress': 'no tool reports progress',
  'tools-call-image': 'tools return JSON, no images',
  'tools-call-audio': 'tools return JSON, no sound',
  'tools-call-embedded-resource': 'tools return JSON, no resources',
  'tools-call-mixed-content': 'tools return JSON, no images',
  'tools-call-sampling': 'no tool asks the client for anything',
  'tools-call-elicitation': 'no tool asks the client for anything',
  elicitation: 'no tool asks the client for anything',
  'input-required-result': 'no tool asks the client for anything',
  'resources-read': 'it reads a fixture by its address; the tests of the client read the schema',
  'resources-templates-read': 'there are no templates',
  'resources-subscribe': 'the schema does not change',
  'resources-unsubscribe': 'the schema does not change',
  'json-schema-2020-12': 'it asks for a fixture with $defs, which no schema here needs',
  'http-custom-header-server-validation': 'no tool takes an argument from a header',
  tasks: 'an extension that is not offered',
};

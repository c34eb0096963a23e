import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'node_modules/',
      'coverage/',
      'test/generated/',
      'examples/*/generated/',
      'examples/next/.next/',
      'examples/next/next-env.d.ts',
      'src/dashboard/generated/',
      // Its packages are installed there alone: its types are checked by its own scripts.
      'examples/federation/',
      // The types of Node.js 20 lack what it calls.
      'test/tools/graphql-17.js',
    ],
  },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // graphql-js types `kind` as an enum; comparing it with the literal of a member is safe.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/no-misused-spread': ['error', { allow: [{ from: 'lib', name: 'string' }] }],
      eqeqeq: ['error', 'smart'],
    },
  },
  {
    // Texts of clients and of the Partner API. `test/pattern.test.ts` finds what the rules cannot.
    files: ['src/**/*.{ts,tsx}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': [
        'error',
        { report: 'potential', ignorePartial: false, ignoreSticky: false },
      ],
    },
  },
  {
    // Code that runs for every operation or every REST request.
    files: [
      'src/execution/*.ts',
      'src/graphql/read-connection.ts',
      'src/graphql/cost/estimate.ts',
      'src/loaders/{batch-*,memory,paged-list,record-*,request*,session}.ts',
      'src/tenant/{in-flight-request,limiter,tenant-queue,tenant-responses}.ts',
      'src/rest/{lazy-page,page}.ts',
      'src/rest/transport/{connection-pool,undici-transport}.ts',
      'src/operation/{in-flight-operation,observation,observer,run-operation}.ts',
      'src/http/write-response.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ObjectExpression > SpreadElement ~ Property',
          message:
            'Name the members, or spread last: on Node.js 20 each such object leaks a hidden class until the next full garbage collection.',
        },
      ],
    },
  },
  {
    files: ['{src,bench,examples,test}/**/*.ts', '{src,examples}/**/*.tsx'],
    ignores: ['**/*.test.ts', '**/*.long.ts'],
    rules: {
      'max-lines': ['error', 200],
      'max-lines-per-function': ['error', 40],
    },
  },
  // The callback of a `describe` is no function in this sense.
  { files: ['test/**/*.test.ts', 'test/**/*.long.ts'], rules: { 'max-lines': ['error', 300] } },
  { files: ['*.js'], extends: [tseslint.configs.disableTypeChecked] },
);

import { describe, expect, it } from 'vitest';
import { CommandError } from '../../src/command/subcommand.js';
import { readArguments } from '../../src/contract/command.js';

describe('wrong use of contract', () => {
  it.each([
    [[], 'a URL or FILE is missing; --help lists the options'],
    [['--url', 'x', '--file', 'y'], 'only one URL or FILE can be compared at a time'],
    [['x.json', 'https://signage.test'], 'only one URL or FILE can be compared at a time'],
    [['--file', 'y', '--credential-env', 'SECRET'], '--credential-env requires a URL'],
    [['y', '--credential-env', 'SECRET'], '--credential-env requires a URL'],
    [
      ['https://me:secret@signage.test'],
      'URL must be an address such as https://signage.example.com, without a user name',
    ],
    [
      ['--url', 'signage.test'],
      'URL must be an address such as https://signage.example.com, without a user name',
    ],
    [
      ['--url', 'https://me:secret@signage.test'],
      'URL must be an address such as https://signage.example.com, without a user name',
    ],
    [['--url', 'https://signage.test?token=x'], 'URL must have no query and no fragment'],
    [['--verbose'], "Unknown option '--verbose'; --help lists the options"],
  ])('%j is refused: %s', (args, message) => {
    expect(() => readArguments(args)).toThrow(new CommandError(message));
  });
});

describe('a file', () => {
  it.each(['openapi.json', './openapi.json', '/tmp/openapi.json', 'ftp:x'])('can be named %s', (file) => {
    expect(readArguments([file])).toEqual({ file });
    expect(readArguments(['--file', file])).toEqual({ file });
  });
});

describe('the address of the document', () => {
  it.each([
    ['https://signage.test', 'https://signage.test/api/partner/openapi.json'],
    ['https://signage.test/tenant/', 'https://signage.test/tenant/api/partner/openapi.json'],
    ['https://signage.test/api/partner/openapi.json', 'https://signage.test/api/partner/openapi.json'],
  ])('of %s is %s', (url, href) => {
    const source = { url: new URL(href), credentialVariable: undefined };
    expect(readArguments(['--url', url])).toEqual(source);
    expect(readArguments([url])).toEqual(source);
  });
});

import {
  isInterfaceType,
  isObjectType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import * as documents from './document.js';
import * as findDocuments from './find-document.js';
import * as fragments from './fragment.js';
import * as graphDocuments from './graph-document.js';
import * as liveDocuments from './live-document.js';
import * as summaryDocuments from './summary-document.js';
import * as usageDocuments from './usage-document.js';

describe('the documents of the system tests', () => {
  it('select every field of every type that an operation can reach, and give every argument', () => {
    const selected = new Set<string>();
    const modules: readonly object[] = [
      documents,
      findDocuments,
      fragments,
      graphDocuments,
      liveDocuments,
      summaryDocuments,
      usageDocuments,
    ];
    for (const document of modules.flatMap((module): unknown[] => Object.values(module)))
      if (isDocument(document)) collect(document, selected);
    const hint = 'add to a document of test/system (most fields: fragment.ts), then npm run codegen:tests';
    expect(
      [...reachable()].filter((address) => !selected.has(address)),
      hint,
    ).toEqual([]);
  });
});

const isDocument = (value: unknown): value is DocumentNode =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === Kind.DOCUMENT;

function collect(document: DocumentNode, selected: Set<string>): void {
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field(node) {
        const address = `${types.getParentType()?.name ?? ''}.${node.name.value}`;
        selected.add(address);
        for (const { name } of node.arguments ?? []) selected.add(`${address}(${name.value})`);
      },
    }),
  );
}

function reachable(): Set<string> {
  const addresses = new Set<string>();
  for (const type of Object.values(schema.getTypeMap())) {
    // No field reaches the shape of the errors.
    if (type.name.startsWith('__') || type.name === 'ErrorExtensions') continue;
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      addresses.add(`${type.name}.${field.name}`);
      for (const { name } of field.args) addresses.add(`${type.name}.${field.name}(${name})`);
    }
  }
  return addresses;
}

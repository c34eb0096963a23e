import {
  type DocumentNode,
  isInterfaceType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import * as documents from './document.js';

it('the documents of the system tests select every field that an operation can reach, and give every argument', () => {
  const selected = new Set<string>();
  for (const document of Object.values(documents)) collect(document, selected);
  const missing = [...reachable()].filter((address) => !selected.has(address));
  expect(missing, 'add to test/system/document.ts').toEqual([]);
});

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

import { asItem, asItems, type Item } from './ask.js';

/**
 * What breaks a schema of our OpenAPI document, as "where: what". Knows the few keywords that the document uses,
 * and refuses any other, so that none is passed over in silence.
 */
export function check(value: unknown, schema: Item, schemas: Item, where = '$'): string[] {
  const unknown = Object.keys(schema).filter((keyword) => !known.has(keyword));
  if (unknown.length > 0) return [`${where}: unknown keyword ${unknown.join()}`];
  if (typeof schema['$ref'] === 'string') {
    const name = schema['$ref'].replace('#/components/schemas/', '');
    return check(value, asItem(schemas[name]), schemas, where);
  }
  if (!hasType(value, schema['type'])) return [`${where}: not of type ${String(schema['type'])}`];
  if (Array.isArray(value)) {
    return value.flatMap((one, index) => check(one, asItem(schema['items']), schemas, `${where}[${index}]`));
  }
  if (typeof value === 'object') return checkFields(asItem(value), schema, schemas, where);
  return isInRange(value, schema) ? [] : [`${where}: ${JSON.stringify(value)} is out of range`];
}

/** Every field that appears, with how often: an optional field must be there sometimes and absent sometimes. */
export function countFields(items: readonly Item[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const field of items.flatMap(Object.keys)) counts.set(field, (counts.get(field) ?? 0) + 1);
  return counts;
}

/** All items below a playback configuration, those in the panels of layouts included. */
export function flattenItems(items: readonly Item[]): Item[] {
  return items.flatMap((item) => [
    item,
    ...flattenItems(panelsOf(item).flatMap((panel) => asItems(panel['items']))),
  ]);
}

export function panelsOf(item: Item): Item[] {
  return item['layout'] === undefined ? [] : asItems(asItem(item['layout'])['panels']);
}

const known = new Set(
  '$ref type description format pattern enum minimum maximum default required properties items'.split(' '),
);

function checkFields(value: Item, schema: Item, schemas: Item, where: string): string[] {
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  const properties = asItem(schema['properties'] ?? {});
  return [
    ...required.filter((field) => value[field] === undefined).map((field) => `${where}.${field}: missing`),
    ...Object.entries(value).flatMap(([field, inner]) =>
      properties[field] === undefined
        ? []
        : check(inner, asItem(properties[field]), schemas, `${where}.${field}`),
    ),
  ];
}

function hasType(value: unknown, type: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return type === typeof value || (type === 'integer' && Number.isInteger(value));
}

function isInRange(value: unknown, { enum: values, pattern, format, minimum, maximum }: Item): boolean {
  if (Array.isArray(values) && !values.includes(value)) return false;
  if (typeof pattern === 'string' && !new RegExp(pattern).test(String(value))) return false;
  if (format === 'date-time' && new Date(String(value)).toISOString() !== value) return false;
  if (format === 'uri' && !URL.canParse(String(value))) return false;
  if (typeof minimum === 'number' && Number(value) < minimum) return false;
  return typeof maximum !== 'number' || Number(value) <= maximum;
}

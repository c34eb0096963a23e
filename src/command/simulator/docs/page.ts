import type { ServiceResponse } from '../envelope.js';
import type { OpenApiDocument, OperationObject, Parameter, Schema } from '../openapi/shape.js';
import { script } from './script.js';
import { style } from './style.js';

/**
 * The reference page at `/api/partner/docs`, made from the OpenAPI document; it loads nothing from
 * elsewhere.
 */
export function createDocsPage(document: OpenApiDocument): ServiceResponse {
  const operations = Object.entries(document.paths).map(([path, { get }]) => ({ path, get }));
  const resources = Object.entries(document.components.schemas);
  const { title, version, description } = document.info;
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title} ${version}</title>
<style>${style}</style>
</head>
<body>
<nav aria-label="Contents">
<strong>${title} <small>${version}</small></strong>
<ul>${operations.map(({ get }) => link(get.operationId, get.operationId.replace('partnerV1_', ''))).join('')}</ul>
<ul>${resources.map(([name]) => link(name, name)).join('')}</ul>
</nav>
<main>
<h1>${title}</h1>
<p>${description} The machine-readable contract is <a href="openapi.json">openapi.json</a>.</p>
<label>Credential for “Try it” <input id="credential" autocomplete="off" spellcheck="false" placeholder="demo-everything-credential"></label>
<h2>Operations</h2>
${operations.map(({ path, get }) => showOperation(path, get)).join('\n')}
<h2>Resources</h2>
${resources.map(([name, schema]) => showSchema(name, schema)).join('\n')}
</main>
<script>${script}</script>
</body>
</html>
`;
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

function link(anchor: string, label: string): string {
  return `<li><a href="#${anchor}">${label}</a></li>`;
}

function showOperation(path: string, operation: OperationObject): string {
  const scope = operation['x-required-scope'] ?? 'any credential';
  const errors = Object.keys(operation.responses).filter((status) => status !== '200');
  const success = operation.responses['200'];
  const schema = success && 'content' in success ? success.content['application/json'].schema : {};
  return `<section id="${operation.operationId}">
<h3>${operation.summary}</h3>
<p class="call"><b>GET</b> <code>${path}</code> <span class="scope">${scope}</span></p>
<p>Operation id <code>${operation.operationId}</code>. Returns ${typeOf(schema)}; errors ${errors.join(', ')}.</p>
<form data-path="${path}">${operation.parameters.map(showParameter).join('')}<button>Try it</button></form>
<pre hidden></pre>
</section>`;
}

function showParameter({ name, in: place, required, schema, description }: Parameter): string {
  const hint = schema.default === undefined ? '' : ` placeholder="${schema.default}"`;
  return `<label>${name} <input name="${name}" data-in="${place}" title="${description}"${required ? ' required' : ''}${hint}></label>`;
}

function showSchema(name: string, { properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(
    ([field, schema]) =>
      `<tr><td><code>${field}</code></td><td>${typeOf(schema)}</td><td>${required.includes(field) ? 'required' : 'optional'}</td><td>${notesOn(schema)}</td></tr>`,
  );
  return `<section id="${name}">
<h3>${name}</h3>
<table><thead><tr><th>Field</th><th>Type</th><th></th><th>Notes</th></tr></thead><tbody>${rows.join('')}</tbody></table>
</section>`;
}

function typeOf(schema: Schema): string {
  const name = schema.$ref?.split('/').pop();
  if (name !== undefined) return `<a href="#${name}">${name}</a>`;
  if (schema.type === 'array' && schema.items) return `[${typeOf(schema.items)}]`;
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(
      ([field, inner]) => `${field}: ${typeOf(inner)}`,
    );
    return `{ ${fields.join(', ')} }`;
  }
  return [schema.type, schema.format].filter(Boolean).join(' ');
}

function notesOn({ description, enum: values, minimum, maximum }: Schema): string {
  const notes = [
    description,
    values?.map((value) => `<code>${value}</code>`).join(' '),
    minimum !== undefined && `from ${minimum}${maximum === undefined ? '' : ` to ${maximum}`}`,
  ];
  return notes.filter(Boolean).join(' ');
}

/** The three files of an invented collection: this is all that a new endpoint costs. */
export const tagFiles: Readonly<Record<string, string | ((text: string) => string)>> = {
  'src/partner/tag.ts': `import { z } from 'zod';
import { defineCollection } from './collection.js';
import { listEndpoint, recordEndpoint } from './endpoint.js';

export const tagSchema = z.object({ id: z.string(), name: z.string() });

const path = '/api/partner/v1/tags';

export const tags = defineCollection({
  name: 'tags',
  type: 'Tag',
  get: recordEndpoint('partnerV1_tag', \`\${path}/{tagId}\`, 'tags:read', tagSchema),
  list: listEndpoint('partnerV1_tags', path, 'tags:read', tagSchema),
});
`,
  'src/graphql/types/tag.ts': `import { tags, tagSchema } from '../../partner/tag.js';
import { builder } from '../builder.js';
import { connectionOf } from '../connection.js';
import { loadsRecord } from '../declared-read.js';
import { nodeType } from '../node.js';
import { pageArguments, readsCollection } from '../read-connection.js';
import { readField } from '../read-field.js';

const TagRef = nodeType('Tag', tagSchema, 'A label.', { id: 'REST id.', name: 'Its name.' });

const TagConnectionRef = connectionOf('Tag', 'tags', TagRef);

builder.queryFields((t) => ({
  tag: t.field({
    ...loadsRecord(tags, 'id'),
    type: TagRef,
    nullable: true,
    description: 'One tag.',
    args: { id: t.arg.id({ required: true, description: 'REST id.' }) },
  }),
  tags: t.field(readField(TagConnectionRef, 'All tags.', pageArguments, readsCollection(tags))),
}));
`,
  'src/graphql/schema.ts': (text) => `import './types/tag.js';\n${text}`,
};

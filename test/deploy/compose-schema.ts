import { list, name, object, text, yes } from './json-schema.js';

/** The parts of Compose's own schema that our file uses, written from its reference. */
export const composeSchema = object(
  {
    name,
    services: {
      type: 'object',
      minProperties: 1,
      propertyNames: name,
      additionalProperties: object(
        {
          profiles: list(name),
          build: object({ context: text }, 'context'),
          environment: {
            type: 'object',
            additionalProperties: text,
            propertyNames: { pattern: '^[A-Z_]+$' },
          },
          ports: list({ type: 'string', pattern: '^127\\.0\\.0\\.1:\\d+:\\d+$' }),
          expose: list({ type: 'string', pattern: '^\\d+$' }),
          read_only: yes,
          cap_drop: { const: ['ALL'] },
          security_opt: { const: ['no-new-privileges:true'] },
          restart: { enum: ['no', 'always', 'on-failure', 'unless-stopped'] },
          stop_grace_period: { type: 'string', pattern: '^\\d+s$' },
          mem_limit: { type: 'string', pattern: '^\\d+[kmg]$' },
        },
        'build',
        'environment',
        'read_only',
        'cap_drop',
        'security_opt',
      ),
    },
  },
  'name',
  'services',
);

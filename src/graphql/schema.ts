import './error.js';
import './scalar.js';
import './types/media.js';
import './types/node.js';
import './types/organization.js';
import './types/playback-configuration.js';
import './types/playback-item.js';
import './types/playlist-item.js';
import './types/playlist.js';
import './types/screen.js';
import { GraphQLDeferDirective, GraphQLStreamDirective } from '@graphql-tools/utils';
import { specifiedDirectives } from 'graphql';
import { builder } from './builder.js';

/** The public schema. The types above add themselves to it; `schema.graphql` is its print. */
export const schema = builder.toSchema({
  sortSchema: false,
  directives: [...specifiedDirectives, GraphQLDeferDirective, GraphQLStreamDirective],
});

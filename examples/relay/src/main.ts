import {
  createOperationDescriptor,
  fetchQuery,
  getRequest,
  type GraphQLTaggedNode,
  type OperationType,
} from 'relay-runtime';
import { waitForFragmentData } from 'relay-runtime/experimental.js';
import playbackFragment, {
  type document_playback$key,
} from '../generated/document_playback.graphql.js';
import screensFragment, {
  type document_screens$key,
} from '../generated/document_screens.graphql.js';
import DeferQuery, { type documentDeferQuery } from '../generated/documentDeferQuery.graphql.js';
import OrganizationQuery, {
  type documentOrganizationQuery,
  type documentOrganizationQuery$variables,
} from '../generated/documentOrganizationQuery.graphql.js';
import ScreensPaginationQuery from '../generated/documentScreensPaginationQuery.graphql.js';
import { createEnvironment } from './environment.js';

/** The façade and the credential: arguments, environment, or the demo. */
const [, , urlArgument, credentialArgument] = process.argv;
const url = urlArgument ?? process.env['FACADE_URL'] ?? 'http://127.0.0.1:4000/graphql';
const credential =
  credentialArgument ?? process.env['PARTNER_CREDENTIAL'] ?? 'demo-everything-credential';

const environment = createEnvironment({ url, credential });

/**
 * Reads a query into the store and keeps it there. It throws where a field of the query itself
 * failed, as hooks do.
 */
async function read<Query extends OperationType>(
  query: GraphQLTaggedNode,
  variables: Query['variables'],
) {
  environment.retain(createOperationDescriptor(getRequest(query), variables));
  const data = await fetchQuery<Query>(environment, query, variables).toPromise();
  if (data === undefined) throw new Error('The network has given no result.');
  return data;
}

/** Two pages of the organization's screens, as the fragment's component would see them. */
async function readTwoPages(list: Pick<documentOrganizationQuery$variables, 'filter' | 'orderBy'>) {
  const { organization } = await read<documentOrganizationQuery>(OrganizationQuery, {
    first: 2,
    ...list,
  });
  const key: document_screens$key = organization;
  // It throws where a field of the fragment failed.
  const show = () => waitForFragmentData(environment, screensFragment, key);

  // The second page joins the first in the store, as `loadNext` of usePaginationFragment does.
  const { nodeId, screens } = await show();
  const variables = { first: 2, after: screens.pageInfo.endCursor, nodeId, ...list };
  await fetchQuery(environment, ScreensPaginationQuery, variables).toPromise();
  return show();
}

const all = await readTwoPages({});
const offline = await readTwoPages({
  filter: { statusIn: ['OFFLINE'] },
  orderBy: { field: 'NAME' },
});

// The store holds two lists, each with its own four screens.
for (const { screens } of [all, offline])
  for (const { node } of screens.edges) console.log(node.name);

// The names are there at once. What each screen plays comes later, and throws without the scope
// playback:read.
const { screens } = await read<documentDeferQuery>(DeferQuery, { first: 2 });
for (const { node } of screens.edges) {
  const key: document_playback$key = node;
  const { playbackConfiguration } = await waitForFragmentData(environment, playbackFragment, key);
  console.log(node.name, playbackConfiguration.revision);
}

import {
  createOperationDescriptor,
  fetchQuery,
  getRequest,
  getSingularSelector,
  type GraphQLTaggedNode,
  type Variables,
} from 'relay-runtime';
import screensFragment, { type document_screens$data } from '../generated/document_screens.graphql.js';
import OrganizationQuery, {
  type documentOrganizationQuery$variables,
} from '../generated/documentOrganizationQuery.graphql.js';
import ScreensPaginationQuery from '../generated/documentScreensPaginationQuery.graphql.js';
import { createEnvironment } from './environment.js';

/** The façade and the credential: arguments, environment, or the demo. */
const [, , urlArgument, credentialArgument] = process.argv;
const url = urlArgument ?? process.env['FACADE_URL'] ?? 'http://127.0.0.1:4000/graphql';
const credential = credentialArgument ?? process.env['PARTNER_CREDENTIAL'] ?? 'demo-everything-credential';

const environment = createEnvironment({ url, credential });

/** Reads a query into the store and keeps it there. */
async function read(query: GraphQLTaggedNode, variables: Variables) {
  const operation = createOperationDescriptor(getRequest(query), variables);
  environment.retain(operation);
  await fetchQuery(environment, query, variables).toPromise();
  return environment.lookup(operation.fragment).data;
}

/** Two pages of the organization's screens, as the fragment's component would see them. */
async function readTwoPages(list: Pick<documentOrganizationQuery$variables, 'filter' | 'orderBy'>) {
  const { organization } = (await read(OrganizationQuery, { first: 2, ...list })) as {
    readonly organization: { readonly nodeId: string };
  };
  const selector = getSingularSelector(screensFragment, organization);
  // The fragment's artifact has its type.
  const screens = () => (environment.lookup(selector).data as document_screens$data).screens;

  // The second page joins the first in the store, as `loadNext` of usePaginationFragment does.
  const variables = { first: 2, after: screens()?.pageInfo.endCursor, nodeId: organization.nodeId, ...list };
  await fetchQuery(environment, ScreensPaginationQuery, variables).toPromise();
  return screens;
}

const all = await readTwoPages({});
const offline = await readTwoPages({ filter: { statusIn: ['OFFLINE'] }, orderBy: { field: 'NAME' } });

// The store holds two lists, each with its own four screens.
for (const screens of [all, offline]) for (const { node } of screens()?.edges ?? []) console.log(node?.name);

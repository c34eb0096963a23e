import {
  createOperationDescriptor,
  fetchQuery,
  getRequest,
  getSingularSelector,
  type GraphQLTaggedNode,
  type Variables,
} from 'relay-runtime';
import screensFragment, { type document_screens$data } from '../generated/document_screens.graphql.js';
import OrganizationQuery from '../generated/documentOrganizationQuery.graphql.js';
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

const { organization } = (await read(OrganizationQuery, { first: 2 })) as {
  readonly organization: { readonly nodeId: string };
};

/** The list as the fragment's component would see it; the fragment's artifact has its type. */
const screens = () =>
  (environment.lookup(getSingularSelector(screensFragment, organization)).data as document_screens$data)
    .screens;

// The second page joins the first in the store.
const after = screens()?.pageInfo.endCursor;
await fetchQuery(environment, ScreensPaginationQuery, {
  first: 2,
  after,
  nodeId: organization.nodeId,
}).toPromise();
for (const { node } of screens()?.edges ?? []) console.log(node?.name);

import { badRequest, checkParameters } from '../operation/parameters.js';
import { objectSchema, outputSchemaOf, type Tool } from './tool.js';

/** Runs any query, as `/graphql` does. Its arguments are checked where every operation's are. */
export const graphqlQuery: Tool = {
  name: 'graphql_query',
  title: 'GraphQL query',
  description:
    'Runs a GraphQL query that no other tool covers, such as the items of a playlist. Read the resource schema.graphql first: its descriptions say what each field costs and which scope it needs. Select few fields, and ask for few items with `first`; read on with `after`. Select a list as `edges { cursor node { … } }`: if the result has to cut it, you can read on. Cost: as the schema says; with planOnly nothing is read and `cost` has the plan. There are no mutations and no subscriptions here.',
  inputSchema: objectSchema(
    {
      query: { type: 'string', description: 'The document.' },
      variables: {
        type: 'object',
        description: 'Its variables. Put names and ids here, not in the document.',
      },
      operationName: { type: 'string', description: 'Which operation, if the document has several.' },
      planOnly: { type: 'boolean', description: 'True: only estimate the cost.' },
    },
    ['query'],
  ),
  outputSchema: outputSchemaOf(),
  request({ query, variables, operationName, planOnly }) {
    if (planOnly != null && typeof planOnly !== 'boolean')
      throw badRequest('planOnly must be true or false.');
    const parameters = checkParameters({ query, variables, operationName });
    return { ...parameters, ...(planOnly === true && { explain: 'plan' }) };
  },
};

import { composeServices } from '@apollo/composition';
import { composeServices as composeByGuild } from '@theguild/federation-composition';
import { type DocumentNode, parse } from 'graphql';

export interface Subgraph {
  readonly name: string;
  readonly url: string;
}

interface SdlResponse {
  readonly data?: { readonly _service: { readonly sdl: string } };
}

/** The SDL of a subgraph, which the façade returns without a credential. */
async function readSdl(url: string): Promise<DocumentNode> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ query: '{ _service { sdl } }' });
  const response = await fetch(url, { method: 'POST', headers, body });
  // The shape that every subgraph returns.
  const { data } = (await response.json()) as SdlResponse;
  if (data === undefined)
    throw new Error(`${url} is no subgraph: start the façade with FEDERATION=true.`);
  return parse(data._service.sdl);
}

/**
 * Composes a supergraph as Apollo's tools do, or as The Guild's do: both accept the same subgraphs.
 */
export async function compose(
  subgraphs: readonly Subgraph[],
  by: 'apollo' | 'hive',
): Promise<string> {
  const services = await Promise.all(
    subgraphs.map(async ({ name, url }) => ({ name, url, typeDefs: await readSdl(url) })),
  );
  const { supergraphSdl, errors } =
    by === 'apollo' ? composeServices(services) : composeByGuild(services);
  if (supergraphSdl !== undefined) return supergraphSdl;
  throw new Error(errors?.map(({ message }) => message).join('\n'));
}

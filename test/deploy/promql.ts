import { parser } from '@prometheus-io/lezer-promql';

/** What a query reads: a metric with the labels that the query names for it. */
export interface Selector {
  readonly metric: string;
  /** Each matcher: label, operator and value. */
  readonly matchers: readonly (readonly [label: string, operator: string, value: string])[];
}

export interface Query {
  readonly selectors: readonly Selector[];
  /** Labels of `by`, `without`, `on`, `ignoring` and the groups of `group_left`. */
  readonly groupings: readonly string[];
}

type Node = ReturnType<typeof parser.parse>['topNode'];

/**
 * Reads a query of PromQL by Prometheus' own grammar.
 *
 * @throws Error for one that is malformed
 */
export function readQuery(text: string): Query {
  const selectors: Selector[] = [];
  const groupings: string[] = [];
  parser.parse(text).iterate({
    enter({ node, type }) {
      if (type.isError) throw new Error(`Malformed at ${node.from}: ${text}`);
      if (type.name === 'VectorSelector') selectors.push(selectorOf(node, text));
      if (type.name === 'GroupingLabels')
        groupings.push(...node.getChildren('LabelName').map((label) => slice(label, text)));
    },
  });
  return { selectors, groupings };
}

function selectorOf(node: Node, text: string): Selector {
  const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
  return {
    metric: slice(node.getChild('Identifier'), text),
    matchers: matchers.map((matcher) => [
      slice(matcher.getChild('LabelName'), text),
      slice(matcher.getChild('MatchOp'), text),
      slice(matcher.getChild('StringLiteral'), text).slice(1, -1),
    ]),
  };
}

const slice = (node: { readonly from: number; readonly to: number } | null, text: string): string =>
  node === null ? '' : text.slice(node.from, node.to);

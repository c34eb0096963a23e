import type { AnchorHTMLAttributes } from 'react';
import { type Collection, recordHref } from '../data/collection.js';
import { formatName } from './format.js';

interface RecordLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly collection: Collection;
  readonly id: string;
  readonly name: string;
}

/**
 * The name of a record, which leads to it. It runs in the direction of its script, so that its end
 * is what is cut off. In the place of a blank name the style sheet writes the id, as a sign that it
 * is no name.
 */
export const RecordLink = ({ collection, id, name, ...attributes }: RecordLinkProps) => (
  <a
    href={recordHref(collection, id)}
    dir="auto"
    data-id={formatName(name, '') === '' ? id : undefined}
    {...attributes}
  >
    {name}
  </a>
);

import { formatEnum } from '../component/format.js';
import { StatusPill } from '../component/status-pill.js';
import type { Item } from './item.js';

/** What is special about an item: how it is shown, or what is wrong with its file. */
export function ItemMark({ item: { name, mode, trouble } }: { readonly item: Item }) {
  if (trouble === 'failed' || trouble === 'processing') return <StatusPill status={trouble.toUpperCase()} />;
  if (trouble === 'unread') return <span className="tag tag--wait">Not read</span>;
  if (mode === 'STANDARD' || mode === 'OVERLAY') return null;
  const word = formatEnum(mode);
  // Zones without a name of their own are called so already.
  return word === name ? null : <span className="tag">{word}</span>;
}

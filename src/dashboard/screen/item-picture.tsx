import { Picture, type PictureKind } from '../component/picture.js';
import type { Item } from './item.js';

interface ItemPictureProps {
  readonly item: Item;
  /** The thumbnail, beside which a text says the same. */
  readonly isSmall?: boolean;
}

/** The picture of what an item plays. */
export function ItemPicture({ item, isSmall = false }: ItemPictureProps) {
  const { name, type, thumbnail, picture, trouble } = item;
  const isGone = trouble === 'gone';
  return (
    <Picture
      source={isGone ? null : isSmall ? thumbnail : picture}
      kind={kindOf(item)}
      name={isSmall ? '' : isGone ? 'A file that is no longer there' : name}
      note={isSmall ? undefined : type === 'APP' || isGone ? name : undefined}
    />
  );
}

function kindOf({ type, mode, trouble }: Item): PictureKind {
  if (trouble === 'gone') return 'gone';
  if (mode === 'ZONES') return 'zones';
  return type === 'VIDEO' ? 'video' : type === 'IMAGE' ? 'image' : 'app';
}

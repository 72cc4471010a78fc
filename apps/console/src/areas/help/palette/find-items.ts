import type { ReactNode } from 'react';
import { foldText, searchWords } from '../../../lib/texts/search-text.ts';

export interface PaletteItem {
  id: string;
  title: string;
  /** Rendered only for shown items. */
  icon: () => ReactNode;
  detail?: () => ReactNode;
  /** A page of the console, or a `tel:` or `mailto:` address. */
  href: string;
  /** The shortcut that does the same. */
  keys?: string | undefined;
  /** What the search reads besides the title. */
  keywords?: string | undefined;
}

export interface PaletteGroup {
  id: string;
  title: string;
  items: readonly PaletteItem[];
  /** The server has searched already. */
  isFound?: boolean;
  /** Limit of shown items. */
  most: number;
}

interface Folded {
  title: string;
  all: string;
}
/** Folding the names of thousands of devices on every key press is slow: each item is folded once. */
const known = new WeakMap<PaletteItem, Folded>();
function fold(item: PaletteItem): Folded {
  const folded = known.get(item) ?? {
    title: foldText(item.title),
    all: foldText(`${item.title} ${item.keywords ?? ''}`),
  };
  known.set(item, folded);
  return folded;
}

/** Items that contain all words; those with more of the words in their title first. */
function findItems(items: readonly PaletteItem[], words: readonly string[]): readonly PaletteItem[] {
  if (words.length === 0) return items;
  const inTitle = (item: PaletteItem) => words.filter((word) => fold(item).title.includes(word)).length;
  return items
    .filter((item) => words.every((word) => fold(item).all.includes(word)))
    .sort((a, b) => inTitle(b) - inTitle(a));
}

/** The groups with their matching items; empty groups are left out. */
export function findGroups(groups: readonly PaletteGroup[], wanted: string): PaletteGroup[] {
  const words = searchWords(wanted);
  return groups
    .map((group) => {
      const items = group.isFound ? group.items : findItems(group.items, words);
      return { ...group, items: items.slice(0, group.most) };
    })
    .filter(({ items }) => items.length > 0);
}

import { IconDroplet } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { useTranslations } from 'use-intl';

export type GallerySubject =
  | 'forms'
  | 'texts'
  | 'lists'
  | 'values'
  | 'layout'
  | 'notices'
  | 'overlays'
  | 'device'
  | 'colours';

/** Components with their states, by the props as code. A `*.gallery.tsx` exports it under the name of its subject. */
export type Gallery = (
  t: ReturnType<typeof useTranslations<never>>,
) => Record<string, Record<string, ReactNode>>;

/** A device of the samples; the name is data, not a text. */
export const SAMPLE = { id: 'MNB-DE0001', name: 'Studňa – záhrada' };

export const sampleIcon = <IconDroplet size={18} stroke={1.7} aria-hidden />;

export const nothing = () => undefined;

/** A state for each value of a prop. */
export const eachOf = <Value extends string>(
  prop: string,
  values: readonly Value[],
  render: (value: Value) => ReactNode,
) => Object.fromEntries(values.map((value) => [`${prop}="${value}"`, render(value)]));

interface ControlledProps<Value> {
  start: Value;
  children: (value: Value, setValue: (value: Value) => void) => ReactNode;
}

/** Keeps the value of a controlled component. */
export function Controlled<Value>({ start, children }: ControlledProps<Value>) {
  const [value, setValue] = useState(start);
  return children(value, setValue);
}

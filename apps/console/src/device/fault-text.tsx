import type { Converter } from '@manoboard/domain/fc/faults';
import type { ReactNode } from 'react';
import { lazyComponent } from '../lib/page/lazy-component.tsx';

const FaultName = lazyComponent(async () => (await import('./fault-name.tsx')).FaultName);

interface Props {
  converter: Converter;
  code: number;
  /** Shown while the names load. */
  fallback: ReactNode;
}

/** R5.1: the meaning of a fault code; the names of faults load when there is one. */
export const FaultText = ({ fallback, ...fault }: Props) => (
  <FaultName {...fault} waiting={fallback} missing={fallback} />
);

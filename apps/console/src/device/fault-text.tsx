import type { Converter } from '@manoboard/domain/fc/faults';
import type { ReactNode } from 'react';
import { lazyComponent } from '../lib/page/lazy-component.tsx';

const FaultName = lazyComponent(async () => (await import('./fault-name.tsx')).FaultName);

interface Props {
  converter: Converter;
  code: number;
  /** Shown until the texts are loaded. */
  fallback: ReactNode;
}

/** R5.1: the meaning of a fault code; its texts are loaded when there is a fault. */
export const FaultText = (props: Props) => (
  <FaultName {...props} waiting={props.fallback} missing={props.fallback} />
);

import { eachOf, type Gallery } from '../ui/gallery.tsx';
import type { PumpStatus } from './device-view.ts';
import { PumpPill, pumpStatusStyles } from './pump-status.tsx';

const STATUSES = Object.keys(pumpStatusStyles) as PumpStatus[];

export const device: Gallery = () => ({
  PumpPill: eachOf('status', STATUSES, (status) => <PumpPill status={status} />),
});

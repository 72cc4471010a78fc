import type { LastData } from '@manoboard/contract/device/device';
import type { ReadingField } from '@manoboard/contract/mqtt/reading';
import { freshness, isSilent } from '../telemetry/freshness.ts';
import { isBoardField } from '../telemetry/last-data.ts';

export type FcLink = 'ok' | 'error' | 'unknown';

/** R4.5: whether the board reaches its converter; unknown while the board is offline. */
export function fcLinkOf({ fc }: Pick<LastData, 'fc'>, isOnline: boolean): FcLink {
  if (!isOnline || fc === null) return 'unknown';
  return fc === 1 ? 'ok' : 'error';
}

/** Measured before, but missing for at least two frames. */
export const isUnread = (last: LastData, field: ReadingField, nowS: number) =>
  last.older[field] !== undefined && freshness(last, field, true, nowS) === 'stale';

/** The link at this moment: unknown for a silent board too; an error if no field of the converter can be read. */
export function fcLinkNow(last: LastData, isOnline: boolean, nowS: number): FcLink {
  if (isSilent(last, nowS)) return 'unknown';
  const known = (Object.keys(last.data) as ReadingField[]).filter(
    (field) => last.data[field] != null && !isBoardField(field),
  );
  const isMute = known.length > 0 && known.every((field) => isUnread(last, field, nowS));
  const link = fcLinkOf(last, isOnline);
  return link === 'ok' && isMute ? 'error' : link;
}

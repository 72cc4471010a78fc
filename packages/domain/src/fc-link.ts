import type { LastData } from '@manoboard/contract/device';
import type { ReadingField } from '@manoboard/contract/reading';
import { freshness, isSilent } from './freshness.ts';
import { isBoardField } from './last-data.ts';

export type FcLink = 'ok' | 'error' | 'unknown';

/** R4.5: does the board hear its converter? Of a board that is away nobody knows. */
export function fcLinkOf({ fc }: Pick<LastData, 'fc'>, isOnline: boolean): FcLink {
  if (!isOnline || fc === null) return 'unknown';
  return fc === 1 ? 'ok' : 'error';
}

/** Measured before, but not in the last frame, and for two frames at least. */
export const isUnread = (last: LastData, field: ReadingField, nowS: number) =>
  last.older[field] !== undefined && freshness(last, field, true, nowS) === 'stale';

/** The same, now: nobody knows of a silent board either, and a converter of which nothing can be read does not answer. */
export function fcLinkNow(last: LastData, isOnline: boolean, nowS: number): FcLink {
  if (isSilent(last, nowS)) return 'unknown';
  const known = (Object.keys(last.data) as ReadingField[]).filter(
    (field) => last.data[field] != null && !isBoardField(field),
  );
  const isMute = known.length > 0 && known.every((field) => isUnread(last, field, nowS));
  const link = fcLinkOf(last, isOnline);
  return link === 'ok' && isMute ? 'error' : link;
}

import type { LastData } from '@manoboard/contract/device';

export type FcLink = 'ok' | 'error' | 'unknown';

/** R4.5: does the board hear its converter? Of a board that is away nobody knows. */
export function fcLinkOf({ fc }: Pick<LastData, 'fc'>, isOnline: boolean): FcLink {
  if (!isOnline || fc === null) return 'unknown';
  return fc === 1 ? 'ok' : 'error';
}

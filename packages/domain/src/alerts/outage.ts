import { MINUTE_MS } from '../time.ts';
/** `broker`: the broker does not answer; `server`: the server was down; `many`: many boards were lost at once. */
export const OUTAGE_CAUSES = ['broker', 'server', 'many'] as const;
type OutageCause = (typeof OUTAGE_CAUSES)[number];

/** One cause that takes many boards away. Their presence is unknown while it lasts: they are not offline by themselves. */
export interface Outage {
  cause: OutageCause;
  /** The first loss. */
  sinceMs: number;
  /** Boards that were lost later are offline by themselves; `null` while the cause lasts. */
  untilMs: number | null;
  /** Most boards that were away at once. */
  devices: number;
  /** Boards of this server that were online already when the outage of a server was noticed. */
  onlineBefore: number;
  /** It has lasted long enough for an alert. */
  isRaised: boolean;
}

/** What one server knows. */
export interface OutageFacts {
  atMs: number;
  isBrokerUp: boolean;
  online: number;
  /** When each board that is away now was lost. */
  lostMs: readonly number[];
}

const OUTAGE = {
  /** Losses within this time may have a common cause. */
  windowMs: MINUTE_MS,
  /** More than this many boards, and more than this share of those that were online. */
  least: 5,
  share: 0.2,
  /** A shorter one raises no alert, such as a restart of a router, or of the server for an upgrade. */
  raiseAfterMs: { broker: MINUTE_MS, many: MINUTE_MS, server: 2 * MINUTE_MS },
  /** 1.5 of the longest keep-alive: until then, losses belong to an outage that has begun. */
  spreadMs: 3 * MINUTE_MS,
  /** It is over when this share of its boards is back. */
  backShare: 0.8,
  /** How long boards have to reconnect once the broker or the server answers. */
  graceMs: 5 * MINUTE_MS,
  /** Boards that are away longer are offline by themselves. */
  longestMs: 6 * 60 * MINUTE_MS,
} as const;

export const isAffected = ({ sinceMs, untilMs }: Outage, lostMs: number) =>
  lostMs >= sinceMs && (untilMs === null || lostMs <= untilMs);

function countAway(outage: Outage, { online, lostMs }: OutageFacts): number {
  return outage.cause === 'server'
    ? Math.max(0, outage.devices - Math.max(0, online - outage.onlineBefore))
    : lostMs.filter((ms) => isAffected(outage, ms)).length;
}

/** At a start, and when another server has stopped reporting: `lastSeenMs` and `devices` are from its last report. */
export const serverOutage = (
  { lastSeenMs, devices }: { lastSeenMs: number; devices: number },
  { atMs, online }: Pick<OutageFacts, 'atMs' | 'online'>,
): Outage => ({
  cause: 'server',
  sinceMs: lastSeenMs,
  untilMs: atMs,
  devices,
  onlineBefore: online,
  isRaised: false,
});

function beginOutage({ atMs, isBrokerUp, online, lostMs }: OutageFacts): Outage | null {
  const recent = lostMs.filter((ms) => ms > atMs - OUTAGE.windowMs);
  const isMany = recent.length > Math.max(OUTAGE.least, OUTAGE.share * (online + recent.length));
  if (isBrokerUp && !isMany) return null;
  return {
    cause: isBrokerUp ? 'many' : 'broker',
    sinceMs: recent.reduce((first, ms) => Math.min(first, ms), atMs),
    untilMs: isBrokerUp ? atMs + OUTAGE.spreadMs : null,
    devices: recent.length,
    onlineBefore: 0,
    isRaised: false,
  };
}

/** Whether the cause is gone and most boards are back, or have had the time to come back. */
function isOver(
  { cause, sinceMs, untilMs, devices }: Outage,
  away: number,
  { atMs, isBrokerUp }: OutageFacts,
) {
  if (!isBrokerUp) return false;
  if (cause === 'many' && atMs - sinceMs >= OUTAGE.longestMs) return true;
  if (cause !== 'many' && atMs - (untilMs ?? atMs) >= OUTAGE.graceMs) return true;
  return devices - away >= OUTAGE.backShare * devices;
}

/** The outage after new facts, or `null` if there is none any more. */
export function stepOutage(before: Outage | null, facts: OutageFacts): Outage | null {
  const begun = before ?? beginOutage(facts);
  if (!begun) return null;
  const { atMs, isBrokerUp } = facts;
  // A broker that fails is the cause of what follows.
  const outage: Outage = isBrokerUp
    ? { ...begun, untilMs: begun.untilMs ?? atMs }
    : { ...begun, cause: 'broker', untilMs: null };
  const away = countAway(outage, facts);
  const devices = outage.cause === 'server' ? outage.devices : Math.max(outage.devices, away);
  if (isOver({ ...outage, devices }, away, facts)) return null;
  const hasLasted = atMs - outage.sinceMs >= OUTAGE.raiseAfterMs[outage.cause];
  return { ...outage, devices, isRaised: outage.isRaised || (hasLasted && devices > 0) };
}

/** A server that has not reported for this time is down. */
export const SERVER_SILENT_MS = MINUTE_MS;

/** One alert for all servers: the first cause of the list, and the sum of the boards. */
export function commonOutage(
  outages: readonly (Outage | null)[],
): Pick<Outage, 'cause' | 'sinceMs' | 'devices'> | null {
  const raised = outages.flatMap((outage) => (outage?.isRaised ? [outage] : []));
  const cause = OUTAGE_CAUSES.find((each) => raised.some((outage) => outage.cause === each));
  if (!cause) return null;
  return {
    cause,
    sinceMs: Math.min(...raised.map(({ sinceMs }) => sinceMs)),
    devices: raised.reduce((sum, { devices }) => sum + devices, 0),
  };
}

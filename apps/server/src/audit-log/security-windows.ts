import type { SecurityKind, SecurityOutcome } from '@manoboard/contract/installation/security-event';
import { HOUR_MS, MINUTE_MS } from '@manoboard/domain/time';
import { LRUCache } from 'lru-cache';

/** An event before it is stored. */
export interface SecurityNote {
  kind: SecurityKind;
  outcome: SecurityOutcome;
  code?: string | undefined;
  userId?: number | undefined;
  /** Typed at a login; only used to find the account, and never stored: it may be a password. */
  email?: string | undefined;
  address?: string | undefined;
  /** Name of the board or the program that logged in; also in `detail`. */
  machine?: string | undefined;
  userAgent?: string | null | undefined;
  detail?: Record<string, string>;
}
export type CountedNote = SecurityNote & { count: number };

interface WindowLimits {
  windowMs: number;
  /** Equal events within a window that are stored one by one; further ones are counted. */
  storedAlone: number;
  /** Refusals, by address and account, that a window tells apart; a flood from many addresses is one further entry. */
  maxRefusals: number;
}
export const PEOPLE: WindowLimits = { windowMs: MINUTE_MS, storedAlone: 3, maxRefusals: 100 };
/** A board with a wrong secret retries every minute until a person repairs it. */
export const MACHINES: WindowLimits = { windowMs: HOUR_MS, storedAlone: 1, maxRefusals: 20 };
const MAX_KEYS = 10_000;

interface Counted {
  note: SecurityNote;
  seen: number;
  /** Not stored yet. */
  held: number;
}

const keyOf = ({ kind, outcome, code, userId, email, address, machine }: SecurityNote) =>
  JSON.stringify([kind, outcome, code, userId, email?.toLowerCase(), address, machine]);

/** The note without user, e-mail and address: events above the limit of a window are counted together. */
const crowdOf = ({ kind, outcome, code }: SecurityNote): SecurityNote => ({ kind, outcome, code });

/**
 * Counts repeated events in windows, of a minute for people, so that a flood of failed logins is a few entries of the log: the first ones as
 * they come, and the number of the others at the end of the window.
 */
export function createSecurityWindows({ windowMs, storedAlone, maxRefusals }: WindowLimits) {
  const counted = new LRUCache<string, Counted>({
    max: MAX_KEYS,
    dispose: (evicted) => evicted.held > 0 && overflow.push({ ...evicted.note, count: evicted.held }),
  });
  let overflow: CountedNote[] = [];
  let refusals = 0;
  let endsMs = 0;

  return {
    /** The note, if it is stored now. */
    take(note: SecurityNote): CountedNote | undefined {
      const isNew = !counted.has(keyOf(note));
      const isCrowded = note.outcome === 'refused' && isNew && refusals >= maxRefusals;
      const shown = isCrowded ? crowdOf(note) : note;
      const key = keyOf(shown);
      const entry = counted.get(key) ?? { note: shown, seen: 0, held: 0 };
      counted.set(key, entry);
      if (note.outcome === 'refused' && isNew && !isCrowded) refusals++;
      entry.seen++;
      if (entry.seen <= storedAlone) return { ...shown, count: 1 };
      entry.held++;
      return undefined;
    },
    /** The counted events of a window that has ended, or of the present one. */
    end(nowMs: number, isForced = false): CountedNote[] {
      if (!isForced && nowMs < endsMs) return [];
      endsMs = nowMs + windowMs;
      const ended = [...counted.values()].filter(({ held }) => held > 0);
      const notes = [...overflow, ...ended.map(({ note, held }) => ({ ...note, count: held }))];
      for (const entry of ended) entry.held = 0;
      counted.clear();
      overflow = [];
      refusals = 0;
      return notes;
    },
  };
}

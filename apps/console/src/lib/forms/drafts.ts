import { useEffect, useState } from 'react';
import { session } from '../http/session.ts';

/** What is typed in the open forms of this page, by form. */
const typed = new Map<string, unknown>();
/** What was typed when the session expired. In memory only: a reload or a logout forgets it. */
let kept = new Map<string, unknown>();
let owner: number | undefined;

session.onEnd((hasExpired) => {
  kept = hasExpired ? new Map([...kept, ...typed]) : new Map();
});

export const drafts = {
  isEmpty: () => kept.size === 0,
  has: (key: string) => kept.has(key),
  /** R1.5: another user never sees them. */
  setOwner(userId: number) {
    if (userId !== owner) kept.clear();
    owner = userId;
  },
};

/** What the user had typed into this form when the session expired. */
export const useKeptDraft = <Draft>(key: string | undefined): Draft | undefined =>
  useState(() => (key === undefined ? undefined : (kept.get(key) as Draft | undefined)))[0];

/**
 * R3.8: keeps what is typed, without secrets, while the user logs in again; also when the form is closed, if `isForLater`.
 * `undefined`: nothing is typed.
 */
export function useKeepDraft(key: string | undefined, draft: unknown, isForLater = false) {
  useEffect(() => {
    if (key === undefined) return;
    kept.delete(key);
    if (draft === undefined) return;
    typed.set(key, draft);
    return () => {
      typed.delete(key);
      if (isForLater && !session.isOver()) kept.set(key, draft);
    };
  }, [key, draft, isForLater]);
}

import { ConfigState } from '@manoboard/contract/nouns/device-config-state';
import * as z from 'zod/mini';
import { type ConfigValues, changedFields, toValues } from './config-fields.ts';

/** What was typed, and on top of what. */
export interface ConfigDraft {
  base: ConfigState;
  values: ConfigValues;
}
const StoredDraft = z.object({ base: ConfigState, values: z.record(z.string(), z.string()) });

/** Drafts of one user in one tab; the next user sees none of them. */
const storageKey = (userId: number, deviceId: string) => `config-draft.${userId}.${deviceId}`;

/** Nothing, too, for one that an earlier console has left and nobody understands any more. */
export function readDraft(userId: number, deviceId: string): ConfigDraft | undefined {
  try {
    const { base, values } = z.parse(
      StoredDraft,
      JSON.parse(sessionStorage.getItem(storageKey(userId, deviceId)) ?? ''),
    );
    return { base, values: { ...toValues(base.desired), ...values } };
  } catch {
    return undefined;
  }
}

/** What was typed outlives the page, a reload and a session that runs out, until it is saved or thrown away. */
export function storeDraft(userId: number, deviceId: string, draft: ConfigDraft) {
  const isDirty = changedFields(toValues(draft.base.desired), draft.values).length > 0;
  if (isDirty) sessionStorage.setItem(storageKey(userId, deviceId), JSON.stringify(draft));
  else sessionStorage.removeItem(storageKey(userId, deviceId));
}

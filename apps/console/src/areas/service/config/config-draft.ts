import { ConfigState } from '@manoboard/contract/device/device-config-state';
import * as z from 'zod/mini';
import { type ConfigValues, changedFields, toValues } from './config-fields.ts';

/** The typed values and the state that they are based on. */
export interface ConfigDraft {
  base: ConfigState;
  values: ConfigValues;
}
const StoredDraft = z.object({ base: ConfigState, values: z.record(z.string(), z.string()) });

/** Per user and tab: another user of the browser does not see the draft. */
const storageKey = (userId: number, deviceId: string) => `config-draft.${userId}.${deviceId}`;

/** Returns undefined for an unreadable draft, e.g. one of an older console version. */
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

/** R4.11: the draft survives navigation, a reload and an expired session, until it is saved or discarded. */
export function storeDraft(userId: number, deviceId: string, draft: ConfigDraft) {
  const isDirty = changedFields(toValues(draft.base.desired), draft.values).length > 0;
  if (isDirty) sessionStorage.setItem(storageKey(userId, deviceId), JSON.stringify(draft));
  else sessionStorage.removeItem(storageKey(userId, deviceId));
}

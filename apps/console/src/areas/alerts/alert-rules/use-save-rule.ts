import type { AlertSettings, NewAlertSettings } from '@manoboard/contract/alert/alert-settings';
import { alertSettingsCalls } from '@manoboard/contract/alert/alert-settings.calls';
import type { RuleKind } from '@manoboard/contract/alert/kinds';
import { alertRules } from '@manoboard/domain/alerts/rules/alert-rules';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { request } from '../../../lib/http/http.ts';
import { readQuery } from '../../../lib/http/read-query.ts';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemText } from '../../../lib/http/use-problem-text.ts';
import { toast } from '../../../lib/page/toast.ts';
import { rehearsalKey } from './rehearsal-query.ts';

export const settingsQuery = (deviceId: string) =>
  readQuery(['alert-settings', deviceId], alertSettingsCalls.alertSettings, { params: { id: deviceId } });

/** How often each kind was raised lately. */
export const countsQuery = (deviceId: string) =>
  readQuery(['alert-counts', deviceId], alertSettingsCalls.alertCounts, { params: { id: deviceId } });

interface RuleChange {
  kind: RuleKind;
  numbers: Readonly<Record<string, number>>;
  isOn: boolean;
}

/** Other rules stay as they are; numbers that equal the default are not stored. */
function withRule({ thresholds, off }: AlertSettings, { kind, numbers, isOn }: RuleChange): NewAlertSettings {
  const { [kind]: _before, ...others } = thresholds;
  const own = Object.entries(alertRules[kind].thresholds).flatMap(([name, { initial }]) => {
    const value = numbers[name];
    return value === undefined || value === initial ? [] : [[name, value] as const];
  });
  return {
    thresholds: { ...others, ...(own.length > 0 && { [kind]: Object.fromEntries(own) }) },
    off: [...off.filter((each) => each !== kind), ...(isOn ? [] : [kind])],
  };
}

/** Saves one rule of a device. */
export function useSaveRule(deviceId: string) {
  const t = useTranslations();
  const queryClient = useQueryClient();
  const problemText = useProblemText();
  const { run, isSending, error } = useAction({
    send: async (change: RuleChange) => {
      const params = { id: deviceId };
      // Another user or tab may have changed another rule since the page was loaded.
      const latest = await request(alertSettingsCalls.alertSettings, { params });
      const body = latest && withRule(latest, change);
      return body && request(alertSettingsCalls.setAlertSettings, { params, body });
    },
    onDone: (saved) => {
      queryClient.setQueryData(settingsQuery(deviceId).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: rehearsalKey(deviceId) });
      toast(t('rules.saved'));
    },
  });
  return { save: run, isSaving: isSending, problem: error && problemText(error) };
}

import type { AlertSettings, NewAlertSettings } from '@manoboard/contract/alert/alert-settings';
import { alertSettingsCalls } from '@manoboard/contract/alert/alert-settings.calls';
import { alertRules } from '@manoboard/domain/alerts/rules/alert-rules';
import type { AlertKind } from '@manoboard/domain/alerts/rules/kinds';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { read, request } from '../../../lib/http/http.ts';
import { HttpProblem } from '../../../lib/http/http-problem.ts';
import { toast } from '../../../lib/page/toast.ts';

export const settingsQuery = (deviceId: string) => ({
  queryKey: ['alert-settings', deviceId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read(alertSettingsCalls.alertSettings, signal, { params: { id: deviceId } }),
});

interface RuleChange {
  kind: AlertKind;
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
export function useSaveRule(deviceId: string, settings: AlertSettings) {
  const t = useTranslations();
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (change: RuleChange) =>
      request(alertSettingsCalls.setAlertSettings, {
        params: { id: deviceId },
        body: withRule(settings, change),
      }),
    onSuccess: (saved) => {
      if (saved) queryClient.setQueryData(settingsQuery(deviceId).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: ['alert-rehearsal', deviceId] });
      void toast(t('rules.saved'));
    },
  });
  const code = error instanceof HttpProblem ? error.code : 'UNKNOWN';
  return { save: mutate, isSaving: isPending, problem: error && t(`problem.${code}`) };
}

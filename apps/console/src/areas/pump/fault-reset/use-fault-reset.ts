import type { FaultResetPreview } from '@manoboard/contract/command/recovery';
import { PROTECTION_CODES } from '@manoboard/domain/protection/codes';
import { lockOf } from '@manoboard/domain/pump/control-mode';
import { pumpState } from '@manoboard/domain/pump/pump';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { useRefusalText } from '../../../device/commands/use-refusal-text.ts';
import { useUncontrollable } from '../../../device/reach.ts';
import { useDevice } from '../../../device/use-device.ts';
import { HttpProblem } from '../../../lib/http/http-problem.ts';
import { useAction } from '../../../lib/http/use-action.ts';
import { offerUndo } from '../start/start-undo.ts';
import { outlookQuery, sendFaultReset } from './api.ts';

/** A stop, another reset or a protection of the board changes the outlook while the dialog is open. */
const POLL_MS = 6000;
const TIME = { hour: '2-digit', minute: '2-digit' } as const;

/** Messages for a refused reset, and for one that the server would refuse. */
function useResetText() {
  const t = useTranslations();
  const { dateTime } = useFormatter();
  const refusalText = useRefusalText();
  const protection = (name: string | null | undefined) => {
    const code = PROTECTION_CODES.find((known) => known === name);
    return code
      ? t('faultReset.protection', { what: t(`boardEvent.${code}`) })
      : t('problem.PROTECTION_ACTIVE');
  };
  const tooMany = (freeAtS: number) =>
    t('faultReset.tooMany', { time: dateTime(new Date(freeAtS * 1000), TIME) });
  return {
    protection,
    tooMany,
    refusal(error: unknown): string {
      const { code, problem } = error instanceof HttpProblem ? error : {};
      if (code === 'FC_FAULT') return t('faultReset.causePersists');
      if (code === 'PROTECTION_ACTIVE') return protection(problem?.protection);
      if (code === 'TOO_MANY_RESETS' && problem?.free_at !== undefined) return tooMany(problem.free_at);
      return refusalText(error);
    },
  };
}

/** R5.9: why a reset is not possible, as far as this page knows. The server and the board check again. */
function useBlockReason(deviceId: string, outlook: FaultResetPreview | undefined): string | undefined {
  const t = useTranslations();
  const resetText = useResetText();
  const unreachable = useUncontrollable(deviceId);
  const { state, isLocal } = useDevice(deviceId, ({ last }) => ({
    state: last && pumpState(last.data),
    isLocal: last !== undefined && lockOf(last.data) === 'unlocked',
  }));
  if (unreachable === 'unknown') return t('app.loading');
  if (unreachable === 'lockedOut') return t('lockOut.blocked');
  if (unreachable) return t(`control.${unreachable}`);
  if (state !== 'fault' && state !== 'unknown') return t('problem.NOT_IN_FAULT');
  if (isLocal) return t('problem.LOCAL_CONTROL');
  if (outlook?.is_supported === false) return t('problem.NOT_SUPPORTED');
  if (outlook?.protection) return resetText.protection(outlook.protection);
  return outlook && outlook.free_at !== null ? resetText.tooMany(outlook.free_at) : undefined;
}

export function useFaultReset(deviceId: string, name: string) {
  const queryClient = useQueryClient();
  const resetText = useResetText();
  const query = outlookQuery(deviceId);
  const { data: outlook, isError } = useQuery({ ...query, staleTime: 0, refetchInterval: POLL_MS });
  const blockReason = useBlockReason(deviceId, outlook);
  const { run, isSending, isDone, error } = useAction({
    send: () => {
      const answer = sendFaultReset(deviceId);
      // R5.12: the board starts the pump that was on before the fault.
      if (outlook?.was_on !== false) offerUndo(deviceId, name, answer, outlook?.was_on ? 'on' : 'unknown');
      return answer;
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: query.queryKey }),
  });
  const problem = error ? resetText.refusal(error) : undefined;
  return {
    outlook,
    hasOutlookFailed: isError,
    blockReason,
    isSending,
    isDone,
    problem,
    send: () => void run(),
  };
}

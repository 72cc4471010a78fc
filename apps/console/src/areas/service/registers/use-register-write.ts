import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useRefusalText } from '../../../device/commands/use-refusal-text.ts';
import { useAction } from '../../../lib/http/use-action.ts';
import { readRegister, registersQuery, writeRegister } from './api.ts';

export interface Written {
  old: number;
  requested: number;
  /** The word that the board read back; `null` if it reported none. */
  reported: number | null;
}

/** Reads the old word first and sends it with the write; the result is the word read back. */
export function useRegisterWrite(
  deviceId: string,
  address: number,
  /** Called with the outcome, or with the reason of the failure. */
  onOutcome: (outcome: Written | string) => void,
) {
  const t = useTranslations('registers');
  const refusalText = useRefusalText();
  const queryClient = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['register', deviceId, address],
    queryFn: () => readRegister(deviceId, address),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const {
    run,
    isSending,
    result,
    error: refused,
    reset,
  } = useAction({
    send: async ({ word, from }: { word: number; from: number }): Promise<Written | undefined> => {
      const command = await writeRegister(deviceId, address, word, from);
      if (command === undefined) return undefined;
      const reported = command?.reported_value;
      return { old: from, requested: word, reported: typeof reported === 'number' ? reported : null };
    },
    onDone: onOutcome,
    onFailed: (failure) => {
      onOutcome(refusalText(failure));
      void refetch();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: registersQuery(deviceId).queryKey }),
  });
  const old = result ? result.reported : (data?.word ?? null);
  const isUnread = !isFetching && !error && data !== undefined && data?.word == null;

  return {
    old,
    isReading: isFetching,
    readProblem: error ? refusalText(error) : isUnread ? t('unread') : undefined,
    readAgain() {
      reset();
      void refetch();
    },
    isSending,
    problem: refused ? refusalText(refused) : undefined,
    written: result,
    write: (word: number) => old !== null && void run({ word, from: old }),
  };
}
export type RegisterWrite = ReturnType<typeof useRegisterWrite>;

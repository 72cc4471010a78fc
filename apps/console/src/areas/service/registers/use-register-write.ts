import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRefusalText } from '../../../device/commands/use-refusal-text.ts';
import { readRegister, registersQuery, writeRegister } from './api.ts';

export interface Written {
  old: number;
  requested: number;
  /** The word that the board read back; `null` if it reported none. */
  reported: number | null;
}

/** Reads the old word first and sends it with the write; the result is the word read back. */
export function useRegisterWrite(deviceId: string, address: number) {
  const t = useTranslations('registers');
  const refusalText = useRefusalText();
  const queryClient = useQueryClient();
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [written, setWritten] = useState<Written>();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['register', deviceId, address],
    queryFn: () => readRegister(deviceId, address),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const old = written ? written.reported : (data?.word ?? null);
  const isUnread = !isFetching && !error && data !== undefined && data?.word == null;

  /** The outcome, or the reason of the failure. */
  async function write(word: number): Promise<Written | string | undefined> {
    if (old === null) return undefined;
    setIsSending(true);
    setProblem(undefined);
    setWritten(undefined);
    try {
      const command = await writeRegister(deviceId, address, word, old);
      if (!command) return undefined;
      const { reported_value: reported } = command;
      const outcome = { old, requested: word, reported: typeof reported === 'number' ? reported : null };
      setWritten(outcome);
      return outcome;
    } catch (refused) {
      const reason = refusalText(refused);
      setProblem(reason);
      await refetch();
      return reason;
    } finally {
      setIsSending(false);
      void queryClient.invalidateQueries({ queryKey: registersQuery(deviceId).queryKey });
    }
  }

  return {
    old,
    isReading: isFetching,
    readProblem: error ? refusalText(error) : isUnread ? t('unread') : undefined,
    readAgain() {
      setWritten(undefined);
      void refetch();
    },
    isSending,
    problem,
    written,
    write,
  };
}
export type RegisterWrite = ReturnType<typeof useRegisterWrite>;

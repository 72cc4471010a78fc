import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRefusalText } from '../../lib/commands/use-refusal-text.ts';
import { readRegister, writeRegister } from './api.ts';

interface Written {
  old: number;
  wished: number;
  /** What the board read back; nothing when it did not say. */
  reported: number | null;
}

/** The old word is read first, and the write names it; what counts is what was read back. */
export function useRegisterWrite(deviceId: string, address: number) {
  const t = useTranslations('registers');
  const refusalText = useRefusalText();
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

  async function write(word: number) {
    if (old === null) return;
    setIsSending(true);
    setProblem(undefined);
    setWritten(undefined);
    try {
      const command = await writeRegister(deviceId, address, word, old);
      const reported = command?.reported_value;
      if (command)
        setWritten({ old, wished: word, reported: typeof reported === 'number' ? reported : null });
    } catch (refused) {
      setProblem(refusalText(refused));
      await refetch();
    } finally {
      setIsSending(false);
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

import type { RegisterRow } from '@manoboard/contract/device/diagnostics';
import type { AckError } from '@manoboard/contract/mqtt/ack-error';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useRefusalText } from '../../../device/commands/use-refusal-text.ts';
import { readRegisters } from '../../../device/read-registers.ts';
import { registersQuery } from './api.ts';

/** Batch size: a serial line is slow, and small batches show progress. */
const STEP = 12;

export interface Reads {
  /** Progress of the current read; `undefined` without one. */
  progress: { done: number; all: number } | undefined;
  /** Registers that the converter refused, and why. */
  refused: ReadonlyMap<number, AckError>;
  problem: string | undefined;
  read: (addresses: readonly number[]) => Promise<void>;
  stop: () => void;
}

/** R4.12: reads registers through the board in batches; the list is updated after each. */
export function useRegisterReads(deviceId: string): Reads {
  const queryClient = useQueryClient();
  const refusalText = useRefusalText();
  const [progress, setProgress] = useState<Reads['progress']>();
  const [refused, setRefused] = useState<ReadonlyMap<number, AckError>>(new Map());
  const [problem, setProblem] = useState<string>();
  const isStopped = useRef(false);
  useEffect(() => {
    isStopped.current = false;
    return () => {
      isStopped.current = true;
    };
  }, []);

  const stop = () => {
    isStopped.current = true;
  };

  async function readStep(addresses: readonly number[]) {
    const answer = await readRegisters(deviceId, addresses);
    // The session is over.
    if (answer === undefined) return stop();
    setRefused((before) => {
      const after = new Map(before);
      for (const { address, reason } of answer.registers) {
        if (reason) after.set(address, reason);
        else after.delete(address);
      }
      return after;
    });
    await queryClient.invalidateQueries({ queryKey: registersQuery(deviceId).queryKey });
  }

  async function read(addresses: readonly number[]) {
    isStopped.current = false;
    setProblem(undefined);
    try {
      for (let done = 0; done < addresses.length && !isStopped.current; done += STEP) {
        setProgress({ done, all: addresses.length });
        await readStep(addresses.slice(done, done + STEP));
      }
    } catch (error) {
      setProblem(refusalText(error));
    } finally {
      setProgress(undefined);
    }
  }

  return { progress, refused, problem, read, stop };
}

export const isReadable = ({ access }: RegisterRow) => access !== 'wo';

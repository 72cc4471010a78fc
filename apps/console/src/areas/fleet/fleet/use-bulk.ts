import {
  type FleetActionKind,
  type FleetOutcomes,
  MAX_ACTION_DEVICES,
} from '@manoboard/contract/fleet/fleet-action';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { sendAction } from './api.ts';

export interface BulkProgress {
  action: FleetActionKind;
  total: number;
  results: FleetOutcomes['results'];
  /** The server or the network has failed: the rest was not sent. */
  error: unknown;
  isRunning: boolean;
}

/** Sends an action for many devices in parts, and collects the outcome of each device. Leaving the page sends no more. */
export function useBulk() {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<BulkProgress>();
  const isStopped = useRef(false);
  useEffect(() => {
    isStopped.current = false;
    return () => {
      isStopped.current = true;
    };
  }, []);

  async function run(ids: readonly string[], action: FleetActionKind) {
    let state: BulkProgress = { action, total: ids.length, results: [], error: null, isRunning: true };
    setProgress(state);
    try {
      for (let start = 0; start < ids.length && !isStopped.current; start += MAX_ACTION_DEVICES) {
        const answer = await sendAction(ids.slice(start, start + MAX_ACTION_DEVICES), action);
        if (!answer) return;
        state = { ...state, results: [...state.results, ...answer.results] };
        setProgress(state);
      }
    } catch (error) {
      state = { ...state, error };
    }
    setProgress({ ...state, isRunning: false });
    for (const key of ['fleet-rows', 'labels', 'fleet-counts'])
      void queryClient.invalidateQueries({ queryKey: [key] });
  }

  return { progress, run, close: () => setProgress(undefined) };
}

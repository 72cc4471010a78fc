import type {
  Commissioning,
  CommissioningStepName,
  StepEntry,
} from '@manoboard/contract/device/commissioning';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAction } from '../../../lib/http/use-action.ts';
import { useProblemText } from '../../../lib/http/use-problem-text.ts';
import {
  cancelCommissioning,
  commissioningQuery,
  commissioningsQuery,
  finishCommissioning,
  recordStep,
  saveStep,
  skipStep,
} from './api.ts';

/** Another browser may work at the same pump. */
const POLL_MS = { recording: 2000, idle: 10_000 };

type Act =
  | { kind: 'record'; step: CommissioningStepName }
  | { kind: 'save'; step: CommissioningStepName; entry: StepEntry }
  | { kind: 'skip'; step: CommissioningStepName; reason: string }
  | { kind: 'finish'; takenBy: string };

const isRecording = ({ steps }: Commissioning) => steps.some(({ status }) => status === 'recording');

/** An open commissioning: its state is on the server, so it continues after a reload and on another device. */
export function useCommissioning(deviceId: string, number: string) {
  const queryClient = useQueryClient();
  const problemText = useProblemText();
  const { queryKey } = commissioningQuery(deviceId, number);
  const query = useQuery({
    ...commissioningQuery(deviceId, number),
    refetchInterval: ({ state: { data } }) => (data && isRecording(data) ? POLL_MS.recording : POLL_MS.idle),
  });
  const refreshList = () =>
    queryClient.invalidateQueries({ queryKey: commissioningsQuery(deviceId).queryKey });

  const send = (act: Act): Promise<Commissioning | undefined> => {
    if (act.kind === 'finish') return finishCommissioning(deviceId, number, act.takenBy);
    const step = { id: deviceId, number, step: act.step };
    if (act.kind === 'record') return recordStep(step);
    return act.kind === 'save' ? saveStep(step, act.entry) : skipStep(step, act.reason);
  };
  const { run, isSending, error, reset } = useAction({
    send,
    onDone: async (next: Commissioning, act: Act) => {
      // A poll that was sent before the change would show the state before it.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, next);
      if (act.kind === 'finish') await refreshList();
    },
  });
  const cancel = useAction({ send: () => cancelCommissioning(deviceId, number), onDone: refreshList });
  const failure = error ?? cancel.error;
  return {
    query,
    act: run,
    isSending: isSending || cancel.isSending,
    problem: failure ? problemText(failure) : undefined,
    clearProblem: reset,
    cancel: () => void cancel.run(),
  };
}
export type OpenCommissioning = ReturnType<typeof useCommissioning>;

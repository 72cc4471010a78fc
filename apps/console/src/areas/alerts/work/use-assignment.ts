import { alertCalls } from '@manoboard/contract/alert/alert.calls';
import type { WorkAssignment } from '@manoboard/contract/alert/work';
import { workCalls } from '@manoboard/contract/alert/work.calls';
import { useTranslations } from 'use-intl';
import { request } from '../../../lib/http/http.ts';
import { HttpProblem } from '../../../lib/http/http-problem.ts';
import { useAction } from '../../../lib/http/use-action.ts';
import { toast } from '../../../lib/page/toast.ts';
import { useTimeText } from '../one/use-time-text.ts';
import type { WorkEntry, WorkItems } from './use-work-list.ts';

interface Assignment {
  entry: WorkEntry;
  change: 'take' | 'release';
}

/** Returns nothing when the session is over. */
function send({ entry, change }: Assignment): Promise<WorkAssignment | undefined> {
  if (entry.kind === 'alert') {
    const options = { params: { id: `${entry.alert.id}` } };
    return change === 'take'
      ? request(alertCalls.takeAlert, options)
      : request(alertCalls.releaseAlert, options);
  }
  const options = { params: { id: entry.deviceId, kind: entry.kind } };
  return change === 'take' ? request(workCalls.takeWork, options) : request(workCalls.releaseWork, options);
}

/** R7.5: takes an entry or gives it back; a second taker receives the name of the first. */
export function useAssignment({
  setAssignee,
  reloadDevices,
}: Pick<WorkItems, 'setAssignee' | 'reloadDevices'>) {
  const t = useTranslations();
  const timeText = useTimeText();
  const { run, isSending } = useAction({
    send,
    onDone: (changed, { entry, change }) => {
      setAssignee(entry, changed.assignee);
      toast(t(change === 'take' ? 'work.takenNow' : 'work.released'), { device: entry.name });
    },
    onFailed: (error, { entry }) => {
      const problem = error instanceof HttpProblem ? error : undefined;
      const assignee = problem?.problem?.assignee;
      if (assignee) setAssignee(entry, assignee);
      if (problem?.code === 'WORK_ENDED') reloadDevices();
      const reason = assignee
        ? t('work.taken', { name: assignee.name, time: timeText(assignee.since) })
        : t(`problem.${problem?.code ?? 'UNKNOWN'}`);
      toast(reason, { kind: 'warning', device: entry.name });
    },
  });
  return {
    isSending,
    onTake: (entry: WorkEntry) => void run({ entry, change: 'take' }),
    onRelease: (entry: WorkEntry) => void run({ entry, change: 'release' }),
  };
}

import type { Activity, ActivityKind } from '@manoboard/contract/activity/activity';
import { activityCalls } from '@manoboard/contract/activity/activity.calls';
import type { Command } from '@manoboard/contract/command/command';
import { onLiveEvent } from '../../../device/live/live.ts';
import { address, read } from '../../../lib/http/http.ts';
import { mergeCommand } from './merge-command.ts';

export const activityKey = (deviceId: string) => ['activity', deviceId];

/** Calls the listener for each step of a command. Register reads have no entry in the list. */
export const onCommand = (deviceId: string, listener: (command: Command) => void) =>
  onLiveEvent(({ event, data }) => {
    if (event === 'command' && data.device_id === deviceId && data.op !== 'reg_read') listener(data);
  });

/** Commands received from the stream during the request are newer than its answer. */
async function readActivity(deviceId: string, limit: number, signal: AbortSignal): Promise<Activity> {
  const received: Command[] = [];
  const stop = onCommand(deviceId, (command) => received.push(command));
  try {
    const query = { limit: String(limit) };
    const activity = await read(activityCalls.activity, signal, { params: { id: deviceId }, query });
    return received.reduce(mergeCommand, activity);
  } finally {
    stop();
  }
}

export const activityQuery = (deviceId: string, limit: number) => ({
  queryKey: [...activityKey(deviceId), limit],
  queryFn: ({ signal }: { signal: AbortSignal }) => readActivity(deviceId, limit, signal),
});

/** An empty list of kinds exports all kinds. */
export const csvHref = (deviceId: string, zone: string, kinds: readonly ActivityKind[] = []) =>
  address(activityCalls.activityCsv, { id: deviceId }, { kind: kinds, zone });

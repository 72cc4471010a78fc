import { switchOf } from '@manoboard/domain/pump/pump';
import { issueCommand } from '../../../device/commands/pending-commands.ts';
import type { LiveDevice } from '../../../device/live/live-store.ts';
import { offerUndo, withdrawUndo } from '../start/start-undo.ts';
import { sendStartStop } from './api.ts';

export const pumpPosition = ({ last }: LiveDevice) => (last ? switchOf(last.data) : 'unknown');

/** The one way to switch a pump on or off. R5.12: a start can be undone for ten seconds, and a stop ends that offer. */
export function startStop(deviceId: string, name: string, isOn: boolean): Promise<unknown> {
  const answer = issueCommand({
    deviceId,
    op: 'start_stop',
    value: isOn,
    send: () => sendStartStop(deviceId, isOn),
    isReported: (device) => pumpPosition(device) === (isOn ? 'on' : 'off'),
  });
  if (isOn) offerUndo(deviceId, name, answer);
  else withdrawUndo(deviceId);
  return answer;
}

import { type Message, TOPIC_NAMES, topics } from '@manoboard/contract/mqtt/topics';
import type { Board, LinkHandlers, MessageHandlers, UpTopic } from './link/link.ts';
import type { Parts } from './parts.ts';
import { boardEventsMessages } from './wings/activity/board-events/board-events.messages.ts';
import { commandsMessages } from './wings/commands/commands.messages.ts';
import { devicesMessages } from './wings/devices/devices.messages.ts';
import { firmwareMessages } from './wings/firmware/firmware.messages.ts';
import { deviceConfigMessages } from './wings/settings/config/device-config.messages.ts';
import { telemetryMessages } from './wings/telemetry/telemetry.messages.ts';

const UP_TOPICS = TOPIC_NAMES.filter((name): name is UpTopic => topics[name].from === 'board');

/** Handlers of one topic run one after the other. The message is acknowledged when all of them have succeeded. */
function combine(features: readonly MessageHandlers[]): LinkHandlers['messages'] {
  const handlerOf = <N extends UpTopic>(name: N) => {
    const handlers = features.flatMap((feature) => feature[name] ?? []);
    if (handlers.length === 0) throw new Error(`no feature handles the topic ${name}`);
    return async (board: Board, message: Message<N>): Promise<void> => {
      for (const handle of handlers) await handle(board, message);
    };
  };
  return Object.fromEntries(
    UP_TOPICS.map((name) => [name, handlerOf(name)]),
  ) as unknown as LinkHandlers['messages'];
}

/** Every feature that handles messages of boards. Firmware comes last: it depends on what the others have stored. */
export const messageHandlers = (parts: Parts): LinkHandlers['messages'] =>
  combine([
    telemetryMessages(parts.telemetry),
    devicesMessages(parts.devices),
    boardEventsMessages(parts.boardEvents),
    commandsMessages(parts.commands),
    deviceConfigMessages(parts.deviceConfig),
    firmwareMessages(parts.updates),
  ]);

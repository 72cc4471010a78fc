import { type Message, TOPIC_NAMES, topics } from '@manoboard/contract/mqtt/topics';
import { boardEventsMessages } from './features/board-events/board-events.messages.ts';
import { commandsMessages } from './features/commands/commands.messages.ts';
import { deviceConfigMessages } from './features/device-config/device-config.messages.ts';
import { devicesMessages } from './features/devices/devices.messages.ts';
import { firmwareMessages } from './features/firmware/firmware.messages.ts';
import { telemetryMessages } from './features/telemetry/telemetry.messages.ts';
import type { Board, LinkHandlers, MessageHandlers, UpTopic } from './link/link.ts';
import type { Parts } from './parts.ts';

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

import { type Message, topicsFrom } from '@manoboard/contract/mqtt/topics';
import { noteRefusedLogin } from './audit-log/refused-login.ts';
import type { Core } from './core.ts';
import { brokerLimits } from './http/limits/connection-limit.ts';
import { brokerPorts } from './link/broker-ports.ts';
import { startEmbeddedBroker } from './link/embedded-broker.ts';
import type { Board, FrameHandler, Link, LinkHandlers, MessageHandlers, Receipt } from './link/link.ts';
import { NO_LINK } from './link/no-link.ts';
import type { Wing } from './wing.ts';

const UP_TOPICS = topicsFrom('board').filter((name) => name !== 'tele');

/** Handlers of one topic run one after the other. The message is acknowledged when all of them have succeeded. */
function messageHandlers(list: readonly Wing[]): LinkHandlers['messages'] {
  const handlerOf = <N extends keyof MessageHandlers>(name: N) => {
    const handlers = list.flatMap(({ messages }) => messages?.[name] ?? []);
    if (handlers.length === 0) throw new Error(`no wing handles the topic ${name}`);
    return async (board: Board, message: Message<N>, receipt: Receipt): Promise<void> => {
      for (const handle of handlers) await handle(board, message, receipt);
    };
  };
  return Object.fromEntries(
    UP_TOPICS.map((name) => [name, handlerOf(name)]),
  ) as unknown as LinkHandlers['messages'];
}

/** As `messageHandlers`, for frames. An error must not reach the other frames of a chunk or a commit. */
function frameHandler(list: readonly Wing[]): FrameHandler {
  const handlers = list.flatMap(({ frame }) => frame ?? []);
  return (board, frame, receipt, done) => {
    let at = 0;
    const next = (error?: Error) => {
      const handle = handlers[at++];
      if (error || !handle) {
        done(error);
        return;
      }
      try {
        handle(board, frame, receipt, next);
      } catch (thrown) {
        done(thrown as Error);
      }
    };
    next();
  };
}

/** What wings do when boards move between servers. */
const moveHandlers = (list: readonly Wing[]) => ({
  take: async (boards: readonly Board[]): Promise<void> => {
    await Promise.all(list.map(async ({ takeBoards }) => takeBoards?.(boards)));
  },
  leave: (board: Board): void => {
    for (const { leaveBoard } of list) leaveBoard?.(board);
  },
});

interface Needs extends Pick<LinkHandlers, 'authenticate' | 'flooded' | 'integrations'> {
  list: readonly Wing[];
}

/** Connects boards with the wings: their messages, frames and moves. */
export async function startLink(
  core: Core,
  { list, authenticate, flooded, integrations }: Needs,
): Promise<Link> {
  const { config, now, metrics, quietWarn, bus } = core;
  if (!config.ROLES.includes('link')) {
    core.link.attach(NO_LINK);
    return NO_LINK;
  }
  const link = await startEmbeddedBroker({
    ...(await brokerPorts(core)),
    ...brokerLimits(core),
    metrics,
    quietWarn,
    now,
    handlers: {
      authenticate,
      claim: core.cluster?.claim,
      refused: (name, address) => noteRefusedLogin(core.securityLog, name, address),
      lost: core.presence.disconnect,
      flooded,
      answers: (isUp) => bus.publish('broker', { isUp }),
      messages: messageHandlers(list),
      frame: frameHandler(list),
      integrations,
    },
  });
  core.link.attach(link);
  core.cluster?.attach({ ...moveHandlers(list), close: link.close });
  bus.subscribe('boardCut', ({ deviceId }) => link.cut(deviceId));
  return link;
}

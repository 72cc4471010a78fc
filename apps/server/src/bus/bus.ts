import { EventEmitter } from 'node:events';
import type { FleetEvents, LocalEvents, ServerEvents, StoredEvents } from './server-events.ts';

/** Events between wings, which do not import each other. */
export interface Bus {
  publish: <Name extends keyof LocalEvents | keyof FleetEvents>(
    name: Name,
    payload: ServerEvents[Name],
  ) => void;
  /** A stored event, to the subscribers of this server: the outbox has its row, and delivers it again after a crash. */
  deliver: <Name extends keyof StoredEvents>(name: Name, payload: StoredEvents[Name]) => void;
  /** Subscribers of one event are called in the order of their subscription, before `publish` and `deliver` return. */
  subscribe: <Name extends keyof ServerEvents>(
    name: Name,
    receive: (payload: ServerEvents[Name]) => unknown,
  ) => void;
}

/** The bus of a single server: every event stays in the process. */
export function createMemoryBus(): Bus {
  const emitter = new EventEmitter();
  return {
    publish: (name, payload) => void emitter.emit(name, payload),
    deliver: (name, payload) => void emitter.emit(name, payload),
    subscribe: (name, receive) => void emitter.on(name, receive),
  };
}

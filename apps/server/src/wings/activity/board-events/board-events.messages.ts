import type { MessageHandlers } from '../../../link/link.ts';
import type { BoardEvents } from './board-events.service.ts';

export const boardEventsMessages = (boardEvents: BoardEvents): MessageHandlers => ({
  event: boardEvents.receiveEvent,
});

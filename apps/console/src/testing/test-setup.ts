import { notifications } from '@mantine/notifications';
import { onlineManager } from '@tanstack/react-query';
import { afterEach, vi } from 'vitest';
import { queryClient } from '../app/query-client.ts';
import { pendingCommands } from '../device/commands/pending-commands.ts';
import { resetLive } from '../device/live/live.ts';
import { syncServerTime } from '../lib/clock.ts';
import { runningCommands } from '../lib/unsaved.ts';
import { cleanUps } from './clean-ups.ts';
import { tab } from './tab.ts';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true;
vi.useRealTimers();
vi.restoreAllMocks();

/** Files of one worker share the window and the modules: each test leaves them as it found them. */
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
  resetLive();
  pendingCommands.set({});
  runningCommands.set(0);
  queryClient.clear();
  notifications.clean();
  localStorage.clear();
  sessionStorage.clear();
  tab.show();
  // The clock keeps close offsets: a distant one first.
  for (const aheadS of [60, 0]) syncServerTime(Date.now() / 1000 + aheadS);
  vi.unstubAllGlobals();
  onlineManager.setOnline(true);
  document.body.replaceChildren();
});

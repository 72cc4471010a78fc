import type { Command } from '@manoboard/contract/nouns/command';
import { actsAs } from '@manoboard/domain/access/policy';
import { expiresAt } from '@manoboard/domain/commands/command-life';
import { type Ask, type Facts, newCommandId } from './admission.ts';

const seconds = (nowMs: number) => Math.floor(nowMs / 1000);

/** What the gate needs for a stop: nothing that only the database knows can refuse one. */
export const factsFromMemory = ({ order }: Ask, nowMs: number): Facts => ({
  nowS: seconds(nowMs),
  fcType: null,
  startsS: [],
  current: order.old?.value ?? null,
  isChanging: false,
  lockOut: null,
  guard: undefined,
  faultReset: { isSupported: null, raised: [], resetsS: [], isDoneSince: false },
});

/** The name of the user is not in memory; the log has it. */
export const stopFromMemory = ({ user, board, order }: Ask, nowMs: number): Command => ({
  id: newCommandId(nowMs),
  device_id: board.idDev,
  op: 'start_stop',
  status: 'created',
  what: order.what,
  value: false,
  old_value: order.old?.value ?? null,
  reported_value: null,
  by: { user_id: user.id, name: '', role: actsAs('operate', user.roles, board.relation ?? 'none') },
  created_at: nowMs / 1000,
  expires_at: expiresAt('start_stop', seconds(nowMs)),
  published_at: null,
  accepted_at: null,
  finished_at: null,
});

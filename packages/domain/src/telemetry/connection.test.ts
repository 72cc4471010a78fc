import type { Status } from '@manoboard/contract/mqtt/topics';
import { describe, expect, it } from 'vitest';
import { applyStatus, type Connection } from './connection.ts';

const birth = (boot: number): Status => ({ v: 1, online: 1, boot, ts: 1_800_000_000 });
const will = (boot: number): Status => ({ v: 1, online: 0, boot });
const online = (boot: number): Connection => ({ isOnline: true, boot });
const offline = (boot: number): Connection => ({ isOnline: false, boot });

describe('applyStatus (protocol.md, Topics)', () => {
  it.each([
    ['the first birth makes a board online', undefined, birth(1), online(1)],
    ['the first will makes a board offline', undefined, will(1), offline(1)],
    ['the will of the current boot makes a board offline', online(3), will(3), offline(3)],
    ['the will of an earlier boot is ignored', online(3), will(2), online(3)],
    ['the birth of a board with an erased boot counter counts', offline(3), birth(1), online(1)],
    ['a reconnect without a restart makes a board online', offline(3), birth(3), online(3)],
    ['a restart updates the boot number', online(3), birth(4), online(4)],
    ['the will of an unseen later boot makes a board offline', online(3), will(4), offline(4)],
    ['boot numbers may have gaps', offline(3), birth(90), online(90)],
  ])('%s', (_case, known, status, expected) => expect(applyStatus(known, status)).toEqual(expected));

  it('an old will that the broker delivers late does not take a restarted board offline', () => {
    const heard = [birth(1), birth(2), will(1)];
    expect(heard.reduce<Connection | undefined>(applyStatus, undefined)).toEqual(online(2));
  });
});

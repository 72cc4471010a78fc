import type { Info, Message } from '@manoboard/contract/mqtt/topics';
import { factsOfProfile } from '@manoboard/domain/fc/faults';
import type { FcProfile } from '@manoboard/domain/fc/profile';
import { problemLines } from '@manoboard/domain/fc/profile-check';
import { profileOf as shippedProfileOf } from '@manoboard/domain/fc/profiles';
import type { Core } from '../../core.ts';
import type { Db } from '../../db/db.ts';
import type { Board, Link } from '../../link/link.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { deleteUnusedProfiles, findFile, insertProfile, listDeviceIdsWith } from './converters.repo.ts';
import type { ProfileChecks } from './profile-checks.ts';
import { hashOf, ownProfileOf } from './shipped-profiles.ts';

interface Needs extends Pick<Core, 'db' | 'now' | 'quietWarn'> {
  outbox: Pick<Outbox, 'transaction' | 'publish'>;
  check: ProfileChecks['check'];
  send: Link['send'];
}

/** A converter as its device row names it. */
export interface ConverterRow {
  fcType: string | null;
  /** Hash of the board's own profile; null for a shipped one. */
  fcProfile: string | null;
}

/** Checked profiles in memory; a hash always means the same content. */
const MOST_KNOWN = 200;
/** A board is requested to send its profile at most so often. */
const REQUEST_EVERY_MS = 10_000;

/** Profiles of converters: the shipped ones, and those that boards send once on request. */
export function createConverters({ db, outbox, now, quietWarn, send, check }: Needs) {
  const known = new Map<string, FcProfile>();
  const requested = new Map<string, { hash: string; atMs: number; isOpen: boolean }>();

  function keep(hash: string, profile: FcProfile): FcProfile {
    const [oldest] = known.keys();
    if (known.size >= MOST_KNOWN && oldest !== undefined) known.delete(oldest);
    known.set(hash, profile);
    return profile;
  }

  async function load(of: Db, hash: string): Promise<FcProfile | undefined> {
    const cached = known.get(hash);
    if (cached) return cached;
    const row = await findFile(of, hash);
    const checked = row && (await check(row.file));
    return checked && 'profile' in checked ? keep(hash, checked.profile) : undefined;
  }

  return {
    /** Undefined for an unknown converter; a profile that has not arrived yet is unknown, whatever its type is called. */
    async profileOf(of: Db, { fcType, fcProfile }: ConverterRow): Promise<FcProfile | undefined> {
      return fcProfile === null ? shippedProfileOf(fcType ?? '') : load(of, fcProfile);
    },

    /** Requests a profile that is not stored yet. */
    async receiveInfo({ deviceId }: Board, { fc }: Info): Promise<void> {
      const hash = ownProfileOf(fc);
      if (hash === null || (await load(db, hash))) return;
      const last = requested.get(deviceId);
      if (last && now() - last.atMs < REQUEST_EVERY_MS) return;
      requested.set(deviceId, { hash, atMs: now(), isOpen: true });
      await send('profile/req', deviceId, { v: 1, hash });
    },

    /** Stores a requested profile whose content has the hash and is valid; others are dropped. */
    async receiveProfile({ deviceId }: Board, { hash, file }: Message<'profile'>): Promise<void> {
      const request = requested.get(deviceId);
      if (!request?.isOpen || request.hash !== hash) return;
      request.isOpen = false;
      const checked = hashOf(file) === hash ? await check(file) : undefined;
      if (!checked || 'problems' in checked) {
        const [problem = 'the hash differs'] = problemLines('profile', checked?.problems ?? []);
        quietWarn('converter-profile', { board: deviceId, problem }, 'a converter profile was refused');
        return;
      }
      const facts = factsOfProfile(checked.profile);
      await outbox.transaction(db, async (tx) => {
        await insertProfile(tx, { hash, file, facts, received_at: new Date(now()) });
        await deleteUnusedProfiles(tx);
        // The rules of these devices read the fault codes again.
        for (const id of await listDeviceIdsWith(tx, hash))
          await outbox.publish(tx, ['config', { deviceId: id }]);
      });
      keep(hash, checked.profile);
    },
  };
}

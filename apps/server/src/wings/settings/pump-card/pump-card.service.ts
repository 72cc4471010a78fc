import type { PumpValues } from '@manoboard/contract/device/pump-card';
import type { NewPumpCard, PumpCard, PumpCardVersion } from '@manoboard/contract/device/pump-card-state';
import { actingRole } from '@manoboard/domain/access/policy';
import { isInTenure } from '@manoboard/domain/access/tenure';
import {
  cardChanges,
  cardInForce,
  type EnteredCard,
  enterValues,
  forBoard,
  measureValues,
  sourcesOf,
  waitingRules,
} from '@manoboard/domain/pump/pump-card';
import { type Actor, appendAudit } from '../../../audit-log/audit-log.ts';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { lockDevice } from '../../../db/locks.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import type { Board } from '../../../link/link.ts';
import type { DeviceConfigs } from '../config/device-config.service.ts';
import { findNewest, getBoard, insertVersion, listCards, listVersions } from './pump-card.repo.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now'> {
  config: Pick<DeviceConfigs, 'requestPump' | 'publishDesired'>;
  /** R5.10: throws while the device has a lock-out tag. */
  refuseLockedOut: (tx: Db, deviceKey: DeviceKey, user: SessionUser) => Promise<void>;
}

type Place = Pick<Board, 'deviceKey' | 'deviceId'>;

const EMPTY: EnteredCard = { values: {}, origins: {} };

/** Boards with this capability take the card from their configuration; others would report another checksum. */
const CAPABILITY = 'pump';

/** The pump of a device: what its board reports, and for the rest what people entered or measured. */
export function createPumpCards({ db, outbox, now, config, refuseLockedOut }: Needs) {
  async function read({
    deviceKey,
    visibleFromS,
  }: Pick<AllowedDevice, 'deviceKey' | 'visibleFromS'>): Promise<PumpCard> {
    const [newest, board] = await Promise.all([findNewest(db, deviceKey), getBoard(db, deviceKey)]);
    const entered = newest ?? EMPTY;
    const reported = board.pump ?? {};
    const values = cardInForce(entered.values, reported);
    return {
      version: newest?.version ?? 0,
      values,
      sources: sourcesOf(entered, reported),
      entered: entered.values,
      changed_at: newest ? seconds(newest.createdAt) : null,
      // R4.3c: the card is visible in every tenure; its author in a former tenure is not.
      changed_by: newest && isInTenure(seconds(newest.createdAt), visibleFromS) ? newest.by : null,
      waiting: waitingRules(values),
    };
  }

  /** Stores the next version in the caller's transaction, which holds the device lock. True if the board needs it. */
  async function store(
    tx: Db,
    { deviceKey, deviceId }: Place,
    before: (EnteredCard & { version: number }) | undefined,
    next: EnteredCard,
    by: Actor,
  ): Promise<boolean> {
    const createdAt = new Date(now());
    const { pump, capabilities } = await getBoard(tx, deviceKey);
    const version = (before?.version ?? 0) + 1;
    await insertVersion(tx, { deviceKey, version, ...next, userId: by.userId, createdAt });
    const isForBoard =
      (capabilities?.includes(CAPABILITY) ?? false) &&
      (await config.requestPump(tx, deviceKey, forBoard(next.values, pump ?? {}), by.userId));
    await outbox.publish(tx, ['config', { deviceId }]);
    await appendAudit(tx, createdAt, {
      deviceKey,
      kind: 'config',
      action: 'changed',
      by,
      fields: cardChanges(before?.values ?? {}, next.values),
    });
    return isForBoard;
  }

  return {
    read,

    /** Newest first. R4.3c: versions of a former tenure are not visible. */
    async listVersions({ deviceKey, visibleFromS }: AllowedDevice): Promise<PumpCardVersion[]> {
      const rows = await listVersions(db, deviceKey);
      return rows
        .map(({ version, values, createdAt, by }, index) => ({
          version,
          at: seconds(createdAt),
          by,
          fields: cardChanges(rows[index - 1]?.values ?? {}, values),
        }))
        .filter(({ at }) => isInTenure(at, visibleFromS))
        .reverse();
    },

    /** R5.7b: logged with old and new values. The second of two concurrent changes has seen an old version and is refused. */
    async change(user: SessionUser, device: AllowedDevice, { version, values }: NewPumpCard) {
      const { deviceKey, relation } = device;
      const isForBoard = await outbox.transaction(db, async (tx) => {
        await lockDevice(tx, deviceKey);
        await refuseLockedOut(tx, deviceKey, user);
        const newest = await findNewest(tx, deviceKey);
        if ((newest?.version ?? 0) !== version) throw new ProblemError('CONFIG_VERSION_STALE');
        const before = newest ?? EMPTY;
        if (cardChanges(before.values, values).length === 0) return false;
        const next = enterValues(before, values, { source: 'person', at: seconds(new Date(now())) });
        const by = { userId: user.id, role: actingRole('configure', user.roles, relation) };
        return store(tx, device, newest, next, by);
      });
      if (isForBoard) await config.publishDesired(device);
      return read(device);
    },

    /**
     * Stores measured values as a new version, in the caller's transaction; the caller has checked rights and lock-out.
     * True: call `publishDesired` of the configuration after the commit.
     */
    async recordMeasured(tx: Db, device: Place, values: PumpValues, by: Actor): Promise<boolean> {
      const { deviceKey } = device;
      await lockDevice(tx, deviceKey);
      const newest = await findNewest(tx, deviceKey);
      const next = measureValues(newest ?? EMPTY, values, seconds(new Date(now())));
      return store(tx, device, newest, next, by);
    },

    /** The card in force of each device, in the given order. */
    cardsOf: async (of: Db, deviceKeys: readonly DeviceKey[]): Promise<PumpValues[]> =>
      (await listCards(of, deviceKeys)).map(({ entered, board }) => cardInForce(entered, board)),
  };
}
export type PumpCards = ReturnType<typeof createPumpCards>;

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

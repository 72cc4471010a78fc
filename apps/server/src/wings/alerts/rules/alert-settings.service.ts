import type { AlertCounts, AlertSettings, NewAlertSettings } from '@manoboard/contract/alert/alert-settings';
import type { AlertKind, RuleKind } from '@manoboard/contract/alert/kinds';
import { actingRole } from '@manoboard/domain/access/policy';
import { isInTenure } from '@manoboard/domain/access/tenure';
import type { AlertSettings as RuleSettings } from '@manoboard/domain/alerts/rules/settings';
import { refuseSettings, settingsChanges } from '@manoboard/domain/alerts/rules/settings-changes';
import { DAY_S } from '@manoboard/domain/time';
import { appendAudit } from '../../../audit-log/audit-log.ts';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { lockDevice } from '../../../db/locks.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import { countRaised, findOff, findSettings, upsertSettings } from './alert-settings.repo.ts';

type Needs = Pick<Core, 'db' | 'outbox' | 'now'>;

/** Of the counts beside the rules. */
const COUNTED_DAYS = 30;

const DEFAULTS: NewAlertSettings = { thresholds: {}, off: [] };

/** Whether the rule of this kind is switched off for the device. */
export async function isRuleOff(db: Db, deviceKey: DeviceKey, kind: AlertKind): Promise<boolean> {
  return (await findOff(db, deviceKey)).some((off) => off === kind);
}

/** Numbers of the alert rules of a device and rules that are off, with the author and the time of the last change. */
export function createAlertSettings({ db, outbox, now }: Needs) {
  async function read({ deviceKey, visibleFromS }: AllowedDevice): Promise<AlertSettings> {
    const stored = await findSettings(db, deviceKey);
    const atS = stored ? Math.floor(stored.at.getTime() / 1000) : null;
    // R4.3c: the author of a former tenure is hidden.
    const isVisible = atS !== null && isInTenure(atS, visibleFromS);
    return {
      ...DEFAULTS,
      ...stored?.settings,
      changed_at: atS,
      changed_by: isVisible ? (stored?.changedBy ?? null) : null,
    };
  }

  /** R5.7b: logged with old and new values. */
  async function change(
    user: SessionUser,
    device: AllowedDevice,
    nextOf: (before: NewAlertSettings) => NewAlertSettings,
  ): Promise<AlertSettings> {
    const { deviceKey, deviceId, relation } = device;
    await outbox.transaction(db, async (tx) => {
      await lockDevice(tx, deviceKey);
      const before = (await findSettings(tx, deviceKey))?.settings ?? DEFAULTS;
      const next = nextOf(before);
      if (refuseSettings(next)) throw new ProblemError('OUT_OF_BOUNDS');
      const fields = settingsChanges(before, next);
      if (fields.length === 0) return;
      const at = new Date(now());
      await upsertSettings(tx, deviceKey, next, user.id, at);
      await outbox.publish(tx, ['activity', { deviceId }], ['alertSettings', { deviceKey }]);
      await appendAudit(tx, at, {
        deviceKey,
        kind: 'config',
        action: 'changed',
        fields,
        by: { userId: user.id, role: actingRole('set_alert_rules', user.roles, relation) },
      });
    });
    return read(device);
  }

  return {
    read,

    /** R4.3c: alerts of a former tenure are not counted. */
    async counts({ deviceKey, visibleFromS }: AllowedDevice): Promise<AlertCounts> {
      const fromS = Math.max(now() / 1000 - COUNTED_DAYS * DAY_S, visibleFromS ?? 0);
      return { days: COUNTED_DAYS, counts: await countRaised(db, deviceKey, new Date(fromS * 1000)) };
    },

    /** For a rehearsal. */
    async numbersOf(of: Db, deviceKey: DeviceKey): Promise<RuleSettings> {
      const { thresholds, off } = (await findSettings(of, deviceKey))?.settings ?? DEFAULTS;
      return { thresholds: thresholds as NonNullable<RuleSettings['thresholds']>, off };
    },

    change: (user: SessionUser, device: AllowedDevice, next: NewAlertSettings): Promise<AlertSettings> =>
      change(user, device, () => next),

    /** The numbers of one rule; the other rules stay. */
    changeRule: (
      user: SessionUser,
      device: AllowedDevice,
      { rule, numbers, is_on }: { rule: RuleKind; numbers: Record<string, number>; is_on: boolean },
    ): Promise<AlertSettings> =>
      change(user, device, ({ thresholds, off }) => ({
        thresholds: { ...thresholds, [rule]: numbers },
        off: [...off.filter((kind) => kind !== rule), ...(is_on ? [] : [rule])],
      })),
  };
}
export type AlertSettingsService = ReturnType<typeof createAlertSettings>;

import type { AlertCode } from '@manoboard/contract/alert/alert';
import { type AlertKind, codeOfKind } from '@manoboard/contract/alert/kinds';
import type { LastData } from '@manoboard/contract/device/device';
import { type Event, EventCode } from '@manoboard/contract/mqtt/event';
import { eventNumbers, heldSecondsOf, lastPumpOf } from '@manoboard/domain/alerts/rules/alert-numbers';
import { thresholdsOf } from '@manoboard/domain/alerts/rules/alert-rules';
import {
  type ClearedAlert,
  eventKind,
  isWorse,
  type RaisedAlert,
} from '@manoboard/domain/alerts/rules/kinds';
import { findFault } from '@manoboard/domain/fc/faults';
import { isStopOfPump } from '@manoboard/domain/protection/codes';
import { alertTitles } from '@manoboard/i18n/alert-rule-text';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import type { Board } from '../../../link/link.ts';
import type { Outbox } from '../../../outbox/outbox.ts';
import type { Notify } from '../../inbox/notice.ts';
import type { DeliveryPlan } from '../delivery/plan.service.ts';
import { attachEvent, findAlertOfEvent, isHeldByEvent } from './alert-events.repo.ts';
import {
  endRetries,
  endShelving,
  findClearedSince,
  findDeviceId,
  findFaults,
  findKind,
  findLasting,
  findOpen,
  insertAlert,
  updateAlert,
} from './alert-life.repo.ts';

interface Needs extends Pick<Core, 'now'> {
  outbox: Pick<Outbox, 'publish'>;
  notify: Notify;
  plan: Pick<DeliveryPlan, 'deliver'>;
  /** Whether the kind is switched off for the device. */
  isOff: (tx: Db, deviceKey: DeviceKey, kind: AlertKind) => Promise<boolean>;
  /** The last values of a device. */
  lastOf: (deviceId: string) => LastData;
}

interface Cause {
  /** The event of the board; without it a rule is the cause. */
  eventId?: string;
  code: AlertCode;
  /** True for a stop of the pump, which notifies each time. */
  isStop?: boolean;
}
type OpenAlertRow = Pick<
  NonNullable<Awaited<ReturnType<typeof findOpen>>>,
  'id' | 'severity' | 'shelvedUntil' | 'clearedAt'
>;

/** The console has texts of its own for them. */
const isEventCode = (code: AlertCode) => EventCode.options.some((event) => event === code);

/** A warning of the server that begins now and has no numbers. */
export const warningNow = <Kind extends AlertKind>(kind: Kind, atMs: number): RaisedAlert<Kind> => ({
  kind,
  severity: 'warning',
  sinceMs: atMs,
  atMs,
  numbers: {},
  thresholds: {},
});

/** Raised again so soon after it cleared, an alert is the same one. */
const REOPEN_MS = 15 * 60_000;

/** Notices of a change to pages and people; a kind that is switched off for a device has none. */
function createNotices({ outbox, notify, isOff }: Needs) {
  const isSwitchedOff = async (tx: Db, deviceKey: DeviceKey | null, kind: AlertKind) =>
    deviceKey !== null && (await isOff(tx, deviceKey, kind));

  async function publish(tx: Db, deviceKey: DeviceKey | null, alertId: number, change: 'raised' | 'cleared') {
    const deviceId = deviceKey === null ? null : await findDeviceId(tx, deviceKey);
    await outbox.publish(tx, ['alert', { deviceId, alertId, change }]);
  }

  async function announce(
    tx: Db,
    deviceKey: DeviceKey | null,
    kind: AlertKind,
    alertId: number,
    code: AlertCode,
  ) {
    if (deviceKey !== null) {
      const titles = isEventCode(code) ? {} : { titles: alertTitles(kind) };
      const event = { type: 'alert', alert_id: alertId, code, ...titles } as const;
      await notify(tx, { deviceKey, readers: 'holders', event });
    }
    await publish(tx, deviceKey, alertId, 'raised');
  }

  return { isSwitchedOff, publish, announce };
}

/** Joins, opens and closes alerts by their causes. */
function createCauses({ plan, now }: Needs, notices: ReturnType<typeof createNotices>) {
  const { isSwitchedOff, publish, announce } = notices;

  /** Adds a cause to an existing alert; notifies again only for a higher severity or another stop of the pump. */
  async function join(
    tx: Db,
    deviceKey: DeviceKey | null,
    raised: RaisedAlert,
    { id, severity, shelvedUntil, clearedAt }: OpenAlertRow,
    cause: Cause,
    isAgain: boolean,
  ) {
    const { kind, numbers, thresholds } = raised;
    const change = { alertId: id, deviceKey, kind, severity: raised.severity };
    const isEscalation = isWorse(raised.severity, severity);
    const occurrence = await updateAlert(tx, id, {
      ...(isEscalation && { severity: raised.severity }),
      // Events of the board have more facts than the rule.
      ...((isEscalation || isAgain || cause.eventId !== undefined) && { numbers, thresholds }),
      ...(cause.eventId === undefined && { isByRule: true }),
      ...(isAgain && { clearedAt: null, isAgain }),
    });
    const isShelved = shelvedUntil !== null && shelvedUntil.getTime() > now();
    const isSilent = isShelved || (await isSwitchedOff(tx, deviceKey, kind));
    if (isEscalation && !isSilent) {
      await announce(tx, deviceKey, kind, id, cause.code);
      await plan.deliver(tx, { ...change, change: 'escalated' });
    } else if (isAgain && cause.isStop && !isSilent) {
      await announce(tx, deviceKey, kind, id, cause.code);
      await plan.deliver(tx, { ...change, change: 'raised', ...(occurrence && { occurrence }) });
    } else if (isEscalation || isAgain) {
      await publish(tx, deviceKey, id, 'raised');
      if (isAgain && !isSilent) await plan.deliver(tx, { ...change, change: 'raised', clearedAt });
    }
    return id;
  }

  async function open(
    tx: Db,
    deviceKey: DeviceKey | null,
    raised: RaisedAlert,
    cause: Cause,
    isRetry = false,
  ): Promise<number> {
    const { kind, severity, sinceMs, atMs } = raised;
    const at = new Date(atMs);
    const current = await findOpen(tx, deviceKey, kind);
    if (current) {
      // Between two stops a rule may have kept the alert open, or reopened it; reopening it notified no one.
      const isAgain = cause.isStop === true && (current.eventId !== null || current.occurrences > 1);
      const isStopAgain = isAgain && !(await isHeldByEvent(tx, deviceKey, current.id));
      return join(tx, deviceKey, raised, current, cause, isStopAgain);
    }
    const recent = await findClearedSince(tx, deviceKey, kind, new Date(atMs - REOPEN_MS), at);
    if (recent) return join(tx, deviceKey, raised, recent, cause, true);
    const sinceAt = sinceMs < atMs ? new Date(sinceMs) : undefined;
    const inserted = await insertAlert(tx, deviceKey, { ...raised, ...cause, sinceAt });
    // Another server has raised it meanwhile: its row is visible now.
    if (!inserted && !isRetry) return open(tx, deviceKey, raised, cause, true);
    if (!inserted) throw new Error(`an alert of the kind ${kind} could not be stored`);
    const { id: alertId } = inserted;
    if (await isSwitchedOff(tx, deviceKey, kind)) {
      await publish(tx, deviceKey, alertId, 'raised');
      return alertId;
    }
    await announce(tx, deviceKey, kind, alertId, cause.code);
    await plan.deliver(tx, { alertId, deviceKey, kind, severity, change: 'raised' });
    return alertId;
  }

  /** Clears it unless another cause holds it open. */
  async function close(
    tx: Db,
    deviceKey: DeviceKey | null,
    { kind, atMs }: ClearedAlert,
    by: 'rule' | 'event',
  ): Promise<void> {
    const current = await findOpen(tx, deviceKey, kind);
    if (!current) return;
    const { id, raisedAt } = current;
    const isHeld = (by === 'event' && current.isByRule) || (await isHeldByEvent(tx, deviceKey, id));
    const clearedAt = new Date(Math.max(atMs, raisedAt.getTime()));
    if (by === 'rule' || !isHeld)
      await updateAlert(tx, id, { ...(by === 'rule' && { isByRule: false }), ...(!isHeld && { clearedAt }) });
    if (isHeld) return;
    await publish(tx, deviceKey, id, 'cleared');
    await plan.deliver(tx, { alertId: id, deviceKey, kind, severity: current.severity, change: 'cleared' });
  }

  return { open, close };
}

/**
 * The life of alerts: one open alert per device and kind, held open by events of the board, by a rule of the server, or
 * by both; it clears when the last cause is over. All in the transaction of the caller.
 *
 * A kind that is switched off for a device notifies no one: its rule is not evaluated, a warning of the board raises
 * nothing, and an alarm of the board is only listed, since it explains why the pump has stopped.
 */
export function createAlertLife(needs: Needs) {
  const { plan, isOff, now, lastOf } = needs;
  const notices = createNotices(needs);
  const { isSwitchedOff, publish, announce } = notices;
  const { open, close } = createCauses(needs, notices);

  /** Records an event whose clearing arrived first, as a cleared alert. A stop is delivered, but does not escalate. */
  async function recordOver(
    tx: Db,
    deviceKey: DeviceKey,
    raised: RaisedAlert,
    cause: Cause,
    { clearedAt, isMuted }: { clearedAt: Date; isMuted: boolean },
  ): Promise<number | undefined> {
    const { kind, severity, sinceMs } = raised;
    const sinceAt = new Date(sinceMs);
    const inserted = await insertAlert(tx, deviceKey, { ...raised, ...cause, sinceAt, clearedAt });
    if (!inserted || isMuted) return inserted?.id;
    const { id: alertId } = inserted;
    await announce(tx, deviceKey, kind, alertId, cause.code);
    if (cause.isStop)
      for (const change of ['raised', 'cleared'] as const)
        await plan.deliver(tx, { alertId, deviceKey, kind, severity, change });
    return alertId;
  }

  async function clearEvent(tx: Db, deviceKey: DeviceKey, eventId: string, at: Date): Promise<void> {
    const alertId = await findAlertOfEvent(tx, deviceKey, eventId);
    const kind = alertId && (await findKind(tx, alertId));
    if (kind) await close(tx, deviceKey, { kind, atMs: at.getTime() }, 'event');
  }

  return {
    /** By a rule; joins the open alert of the device and kind, or reopens one that cleared minutes ago. */
    raise: (tx: Db, deviceKey: DeviceKey | null, raised: RaisedAlert): Promise<number> =>
      open(tx, deviceKey, raised, { code: codeOfKind(raised.kind) }),

    /** An alert that needs a person again: the ladder of escalation starts anew. Deliveries are not repeated. */
    async resume(tx: Db, alertId: number): Promise<void> {
      const alert = await findLasting(tx, alertId, new Date(now()));
      if (alert && !(await isSwitchedOff(tx, alert.deviceKey, alert.kind)))
        await plan.deliver(tx, { ...alert, alertId, change: 'raised' });
    },

    clear: (tx: Db, deviceKey: DeviceKey | null, cleared: ClearedAlert): Promise<void> =>
      close(tx, deviceKey, cleared, 'rule'),

    /** A person stopped the pump: the board starts it no more, and sends no event about that. */
    async endRetries(tx: Db, deviceId: string): Promise<void> {
      for (const { id, deviceKey } of await endRetries(tx, deviceId))
        await publish(tx, deviceKey, id, 'raised');
    },

    /** A shelved alert whose time is over and whose condition lasts is announced again. */
    async endShelving(tx: Db): Promise<void> {
      for (const { id, deviceKey, kind, code, severity } of await endShelving(tx, new Date(now()))) {
        if (await isSwitchedOff(tx, deviceKey, kind)) continue;
        await announce(tx, deviceKey, kind, id, code);
        await plan.deliver(tx, { alertId: id, deviceKey, kind, severity, change: 'raised' });
      }
    },

    /** In the transaction that stores the event. Raising and clearing arrive in any order and repeatedly. */
    async recordEvent(
      tx: Db,
      { deviceKey, deviceId }: Board,
      event: Event,
      { at, clearedAt }: { at: Date; clearedAt: Date | null },
    ): Promise<void> {
      const { id: eventId, st, code, sev, d } = event;
      if (sev === 'info' || code === 'STARTED') return;
      if (st === 'cleared') return clearEvent(tx, deviceKey, eventId, at);
      if ((await findAlertOfEvent(tx, deviceKey, eventId)) !== undefined) return;
      const fault = d.fault ? findFault(await findFaults(tx, deviceKey), d.fault) : undefined;
      const kind = eventKind(code, fault?.kind);
      const isMuted = await isOff(tx, deviceKey, kind);
      if (isMuted && sev === 'warning') return;
      const atMs = at.getTime();
      const sinceMs = atMs - 1000 * heldSecondsOf(event);
      const numbers = {
        ...eventNumbers(event, Math.floor(atMs / 1000)),
        // The board cannot read the pump, so the last known state comes from the server.
        ...(code === 'FC_OFFLINE' && lastPumpOf(lastOf(deviceId), atMs)),
      };
      const raised = { kind, severity: sev, sinceMs, atMs, numbers, thresholds: thresholdsOf(kind) };
      const cause = { eventId, code, isStop: sev === 'alarm' && isStopOfPump(code) };
      const id = clearedAt
        ? await recordOver(tx, deviceKey, raised, cause, { clearedAt, isMuted })
        : await open(tx, deviceKey, raised, cause);
      if (id !== undefined) await attachEvent(tx, deviceKey, eventId, id);
    },
  };
}
export type AlertLife = ReturnType<typeof createAlertLife>;

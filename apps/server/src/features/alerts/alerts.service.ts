import type { Alert, AlertNotes, AlertPage, AlertsQuery } from '@manoboard/contract/alert';
import type { Event } from '@manoboard/contract/event';
import { readPage } from '@manoboard/contract/paging';
import { can } from '@manoboard/domain/policy';
import type { Locale } from '@manoboard/i18n/locales';
import type { Db } from '../../db/db.ts';
import type { Events } from '../../events.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Board } from '../../link/link.ts';
import { describeAlert } from './alert-words.ts';
import {
  type AlertFilter,
  type AlertRow,
  countAlerts,
  getAlert,
  insertAlert,
  listAlerts,
  listDemoDevices,
  listFoundDevices,
  listHeldDevices,
  listNotedAlerts,
  markCleared,
  markResolved,
  updateNotes,
} from './alerts.repo.ts';

interface Neighbours {
  db: Db;
  events: Events;
  now: () => number;
  isDemo: boolean;
  localeOf: (user: SessionUser) => Promise<Locale>;
}

const secondsOf = (at: Date | null) => at && Math.floor(at.getTime() / 1000);

/** R7.2: the three roles see every device. */
const seesAll = (user: SessionUser) => can('see', user.roles, 'none');

/** Only staff are told of other people's boards. */
const present = (row: AlertRow, locale: Locale, user: SessionUser): Alert => ({
  id: row.id,
  timestamp: Math.floor(row.raisedAt.getTime() / 1000),
  code: row.code,
  severity: row.severity,
  description: describeAlert({ ...row, otherBoards: seesAll(user) ? row.otherBoards : null }, locale),
  resolved: row.resolvedAt !== null,
  resolved_timestamp: secondsOf(row.resolvedAt),
  resolved_by: row.resolvedBy,
  cleared_timestamp: secondsOf(row.clearedAt),
  mail_sent: row.mailSentAt !== null,
  mail_sent_timestamp: secondsOf(row.mailSentAt),
  owner_id: row.fcId,
  id_dev: row.idDev,
  alias: row.alias,
  address: row.address,
  notes: row.notes,
});

/** R7.4: what a board raises is looked after by a person. That the cause has gone does not resolve it. */
export function createAlerts({ db, events, now, isDemo, localeOf }: Neighbours) {
  const answer = async (user: SessionUser, id: number) =>
    present(await getAlert(db, id), await localeOf(user), user);

  async function filterOf(user: SessionUser, { search: text, ...query }: AlertsQuery): Promise<AlertFilter> {
    const held = seesAll(user) ? null : await listHeldDevices(db, user.id, new Date(now()));
    // Boards of the demo are known in the demo only.
    const hidden = isDemo ? [] : await listDemoDevices(db);
    if (!text) return { ...query, held, hidden, isDemo, found: null };
    const [devices, alerts] = await Promise.all([
      listFoundDevices(db, text, held),
      listNotedAlerts(db, text, held),
    ]);
    return { ...query, held, hidden, isDemo, found: { devices, alerts } };
  }

  return {
    /** In the transaction that keeps the event; gives back what there is to tell once it is committed. */
    async follow(
      trx: Db,
      { deviceId, idDev }: Board,
      { id: eventId, st, code, sev }: Event,
      { at, clearedAt }: { at: Date; clearedAt: Date | null },
    ): Promise<(() => void) | undefined> {
      if (sev === 'info') return undefined;
      if (st === 'cleared') {
        const cleared = await markCleared(trx, deviceId, eventId, at);
        return cleared && (() => events.emit('alert', { idDev, alertId: cleared.id, change: 'cleared' }));
      }
      const alert = { deviceId, eventId, code, severity: sev, raisedAt: at, clearedAt };
      const raised = await insertAlert(trx, alert);
      if (!raised) return undefined;
      return () => {
        events.emit('alertRaised', { deviceId, idDev, alertId: raised.id, code });
        events.emit('alert', { idDev, alertId: raised.id, change: 'raised' });
      };
    },

    async list(user: SessionUser, query: AlertsQuery): Promise<AlertPage> {
      const filter = await filterOf(user, query);
      const [locale, rows, total] = await Promise.all([
        localeOf(user),
        listAlerts(db, filter, readPage(query)),
        countAlerts(db, filter),
      ]);
      return { items: rows.map((row) => present(row, locale, user)), total };
    },

    async annotate(user: SessionUser, { idDev }: AllowedDevice, id: number, { notes }: AlertNotes) {
      await updateNotes(db, id, notes || null);
      events.emit('alert', { idDev, alertId: id, change: 'noted' });
      return answer(user, id);
    },

    async resolve(user: SessionUser, { idDev }: AllowedDevice, id: number) {
      const resolved = await markResolved(db, id, user.id, new Date(now()));
      if (resolved) events.emit('alert', { idDev, alertId: id, change: 'resolved' });
      return answer(user, id);
    },
  };
}
export type Alerts = ReturnType<typeof createAlerts>;

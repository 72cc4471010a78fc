import type {
  AlertDetail,
  AlertNotes,
  AlertPage,
  AlertReopening,
  AlertResolution,
  AlertShelving,
  AlertsCsvQuery,
  AlertsQuery,
  CourseChange,
} from '@manoboard/contract/alert/alert';
import type { Assignee } from '@manoboard/contract/alert/assignee';
import { readPage } from '@manoboard/contract/http/paging';
import { LOCALES, type Locale } from '@manoboard/contract/locales';
import { EventSeverity } from '@manoboard/contract/mqtt/event';
import type { LocalizedText } from '@manoboard/contract/text';
import { actingRole, canReleaseAlert } from '@manoboard/domain/access/policy';
import { isInTenure } from '@manoboard/domain/access/tenure';
import { alertTitles } from '@manoboard/i18n/alert-rule-text';
import { appendAudit } from '../../../audit-log/audit-log.ts';
import { type CsvReader, createCsv } from '../../../base/csv.ts';
import type { ServerEvents } from '../../../bus/server-events.ts';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { lockAlertsOfKind } from '../../../db/locks.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import { titleOf } from '../alert-sentence.ts';
import { listMostUrgent, releaseLost } from './alert-life.repo.ts';
import type { AlertLife } from './alert-life.service.ts';
import { assigneeOf, presentDetail, presentStep, seesAll, toAlert } from './alert-view.ts';
import {
  type AlertFilter,
  type AlertPlace,
  type AlertRow,
  countAlerts,
  countOpen,
  getAlert,
  insertCourseStep,
  listAlerts,
  listAssignees,
  listCourse,
  listFoundDevices,
  listHeldDevices,
  listNotedAlerts,
  listOpenIds,
  markReleased,
  markReopened,
  markResolved,
  markShelved,
  markTaken,
  markUnshelved,
  updateNotes,
} from './alerts.repo.ts';
import { alertHead, alertLine } from './alerts-csv.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now'> {
  localeOf: (user: SessionUser) => Promise<Locale>;
  csvReaderOf: (user: SessionUser) => Promise<CsvReader>;
  resume: AlertLife['resume'];
  /** Withdraws messages about a resolved alert that are not sent yet. */
  withdraw: (tx: Db, alertId: number) => Promise<unknown>;
  /** How many people the ladder of a device names. */
  countPeople: (deviceKey: DeviceKey | null) => Promise<number | undefined>;
}

type AlertChange = ServerEvents['alert']['change'];

interface LastingAlert {
  title: LocalizedText;
  severity: EventSeverity;
  /** Unix seconds. */
  since: number;
}

const cursorOf = ({ raisedAt, id }: AlertPlace) => `${raisedAt.getTime()}-${id}`;

function placeOf(cursor: string | undefined): AlertPlace | undefined {
  if (cursor === undefined) return undefined;
  const [ms, id] = cursor.split('-');
  return { raisedAt: new Date(Number(ms)), id: Number(id) };
}

const CSV_PAGE = '100';

function createAlertReads({ db, now, localeOf, csvReaderOf, countPeople }: Needs) {
  async function filterOf(
    user: SessionUser,
    { search: text, shelved: wanted, ...asked }: AlertsQuery,
  ): Promise<AlertFilter> {
    const shelved = wanted && { isShelved: wanted === 'true', at: new Date(now()) };
    const query = { ...asked, shelved };
    const held = seesAll(user) ? null : await listHeldDevices(db, user.id, new Date(now()));
    if (!text) return { ...query, held, found: null };
    const [devices, alerts] = await Promise.all([
      listFoundDevices(db, text, held),
      listNotedAlerts(db, text, held),
    ]);
    return { ...query, held, found: { devices, alerts } };
  }

  async function list(user: SessionUser, query: AlertsQuery): Promise<AlertPage> {
    const filter = await filterOf(user, query);
    const page = readPage(query);
    const [locale, rows, total, counted] = await Promise.all([
      localeOf(user),
      listAlerts(db, filter, { ...page, before: placeOf(query.before) }),
      countAlerts(db, filter),
      countOpen(db, filter, new Date(now())),
    ]);
    const starts = new Map(filter.held?.map(({ deviceKey, since }) => [deviceKey, since.getTime() / 1000]));
    const show = (row: AlertRow) =>
      toAlert(row, { user, locale, visibleFromS: (row.deviceKey && starts.get(row.deviceKey)) ?? null });
    const last = rows.at(-1);
    return {
      items: rows.map(show),
      total,
      next: last && rows.length === page.limit ? cursorOf(last) : null,
      open: Object.fromEntries(
        EventSeverity.options.map((name) => [name, counted.open.get(name) ?? 0]),
      ) as AlertPage['open'],
      shelved: counted.shelved,
    };
  }

  return {
    list,

    /** All that match, page by page. */
    async *csv(user: SessionUser, { zone, decimal, ...filter }: AlertsCsvQuery): AsyncGenerator<string> {
      const [reader, locale] = await Promise.all([csvReaderOf(user), localeOf(user)]);
      const csv = createCsv(reader, { zone, decimal });
      yield alertHead(csv);
      for (let before: string | null | undefined; before !== null; ) {
        const page = await list(user, { ...filter, limit: CSV_PAGE, ...(before && { before }) });
        yield page.items.map((alert) => alertLine(csv, locale, alert)).join('');
        before = page.next;
      }
    },

    /** The most urgent alerts that last; devices without one are missing. */
    async listUrgent(deviceKeys: readonly DeviceKey[] | null): Promise<ReadonlyMap<number, LastingAlert>> {
      const alerts = await listMostUrgent(db, deviceKeys, new Date(now()));
      return new Map(
        alerts.map(({ deviceKey, kind, severity, raisedAt }) => [
          deviceKey,
          { title: alertTitles(kind), severity, since: Math.floor(raisedAt.getTime() / 1000) },
        ]),
      );
    },

    listOpenIds: (deviceKey: DeviceKey) => listOpenIds(db, deviceKey, new Date(now())),

    /** Who has an open alert of these devices. */
    async listAssignees(deviceKeys: readonly DeviceKey[]): Promise<ReadonlyMap<DeviceKey, Assignee>> {
      const rows = await listAssignees(db, deviceKeys);
      return new Map(
        rows.map(({ deviceKey, userId, name, at }) => [
          deviceKey,
          { user_id: userId, name, since: Math.floor(at.getTime() / 1000) },
        ]),
      );
    },

    async read(user: SessionUser, { visibleFromS }: AllowedDevice, id: number): Promise<AlertDetail> {
      const reader = { user, visibleFromS, locale: await localeOf(user) };
      const [row, course] = await Promise.all([getAlert(db, id), listCourse(db, id)]);
      return {
        ...presentDetail(row, reader, now()),
        course: course.map((step) => presentStep(step, visibleFromS)),
        people: await countPeople(row.deviceKey),
      };
    },
  };
}

/** R7.4: a cleared alert stays unresolved until a person resolves it. */
export function createAlerts(needs: Needs) {
  const { db, outbox, now, localeOf, resume, withdraw } = needs;
  const publish = (tx: Db, deviceId: string | null, alertId: number, change: AlertChange) =>
    outbox.publish(tx, ['alert', { deviceId: deviceId || null, alertId, change }]);

  /** Changes the alert and returns it as this user sees it. */
  async function change(
    user: SessionUser,
    { visibleFromS }: AllowedDevice,
    id: number,
    act: (tx: Db) => Promise<unknown>,
  ) {
    await outbox.transaction(db, act);
    return toAlert(await getAlert(db, id), { user, visibleFromS, locale: await localeOf(user) });
  }

  /** R4.3c: denied for alerts of a former tenure, since their notes are hidden and would be overwritten. */
  async function requireVisibleNotes({ visibleFromS }: AllowedDevice, id: number): Promise<void> {
    const { raisedAt } = await getAlert(db, id);
    if (!isInTenure(raisedAt.getTime() / 1000, visibleFromS)) throw new ProblemError('FORBIDDEN');
  }

  /** The course of the alert, and for its end also the timeline of the device. */
  async function note(tx: Db, user: SessionUser, device: AllowedDevice, id: number, change: CourseChange) {
    const at = new Date(now());
    await insertCourseStep(tx, id, change, user.id, at);
    const row = await getAlert(tx, id);
    const { deviceKey, deviceId } = row;
    if (deviceKey === null || deviceId === null || (change !== 'resolved' && change !== 'reopened')) return;
    await outbox.publish(tx, ['activity', { deviceId }]);
    await appendAudit(tx, at, {
      kind: 'alert',
      deviceKey,
      action: change,
      by: { userId: user.id, role: actingRole('resolve_alert', user.roles, device.relation) },
      fields: LOCALES.map((locale) => ({ field: `alert.${locale}`, old: null, new: titleOf(row, locale) })),
    });
  }

  return {
    ...createAlertReads(needs),

    shelve: (user: SessionUser, device: AllowedDevice, id: number, { minutes }: AlertShelving) =>
      change(user, device, id, async (tx) => {
        const until = new Date(now() + minutes * 60_000);
        if (!(await markShelved(tx, id, user.id, until))) throw new ProblemError('ALERT_RESOLVED');
        await publish(tx, device.deviceId, id, 'shelved');
      }),

    unshelve: (user: SessionUser, device: AllowedDevice, id: number) =>
      change(user, device, id, async (tx) => {
        if (!(await markUnshelved(tx, id))) return;
        await publish(tx, device.deviceId, id, 'shelved');
        await resume(tx, id);
      }),

    async annotate(user: SessionUser, device: AllowedDevice, id: number, noted: AlertNotes) {
      await requireVisibleNotes(device, id);
      return change(user, device, id, async (tx) => {
        if (!(await updateNotes(tx, id, noted))) throw new ProblemError('NOTES_CHANGED');
        await publish(tx, device.deviceId, id, 'noted');
      });
    },

    /** The note is stored with the resolution or not at all: it never replaces the note of an earlier resolution. */
    async resolve(user: SessionUser, device: AllowedDevice, id: number, resolution: AlertResolution) {
      const { notes, known_notes } = resolution ?? {};
      if (notes !== undefined) await requireVisibleNotes(device, id);
      return change(user, device, id, async (tx) => {
        if (!(await markResolved(tx, id, user.id, new Date(now())))) return;
        if (notes !== undefined && !(await updateNotes(tx, id, { notes, known_notes })))
          throw new ProblemError('NOTES_CHANGED');
        await withdraw(tx, id);
        await publish(tx, device.deviceId, id, 'resolved');
        await note(tx, user, device, id, 'resolved');
      });
    },

    /** Reopening an open alert changes nothing. Deliveries that were sent are not repeated, withdrawn ones are planned again. */
    reopen: (user: SessionUser, device: AllowedDevice, id: number, reopening: AlertReopening) =>
      change(user, device, id, async (tx) => {
        const known = reopening?.resolved_timestamp;
        const { deviceKey, kind } = await getAlert(tx, id);
        await lockAlertsOfKind(tx, deviceKey, kind);
        if (await markReopened(tx, id, known)) {
          await resume(tx, id);
          await publish(tx, device.deviceId, id, 'reopened');
          return note(tx, user, device, id, 'reopened');
        }
        const { resolvedAt } = await getAlert(tx, id);
        if (resolvedAt === null) return;
        const isKnown = known === undefined || known === Math.floor(resolvedAt.getTime() / 1000);
        throw new ProblemError(isKnown ? 'ALERT_OPEN_AGAIN' : 'RESOLUTION_CHANGED');
      }),

    /** The first taker wins; taking an own alert again changes nothing. */
    take: (user: SessionUser, device: AllowedDevice, id: number) =>
      change(user, device, id, async (tx) => {
        if (await markTaken(tx, id, user.id, new Date(now()))) {
          await publish(tx, device.deviceId, id, 'taken');
          return note(tx, user, device, id, 'taken');
        }
        const row = await getAlert(tx, id);
        const assignee = assigneeOf(row);
        if (assignee?.user_id === user.id) return;
        if (row.resolvedAt !== null) throw new ProblemError('ALERT_RESOLVED');
        throw new ProblemError('ALERT_TAKEN', assignee ? { assignee } : {});
      }),

    /** Giving back an alert without an assignee changes nothing. */
    release: (user: SessionUser, device: AllowedDevice, id: number) =>
      change(user, device, id, async (tx) => {
        const assignee = assigneeOf(await getAlert(tx, id));
        if (!assignee) return;
        const isReleased =
          canReleaseAlert(user, assignee.user_id) && (await markReleased(tx, id, assignee.user_id));
        if (!isReleased) throw new ProblemError('ALERT_TAKEN', { assignee });
        await publish(tx, device.deviceId, id, 'released');
        await resume(tx, id);
        await note(tx, user, device, id, 'released');
      }),

    /** The ladder of an alert must not wait for a person who cannot open it any more. */
    async releaseLost(): Promise<void> {
      await outbox.transaction(db, async (tx) => {
        for (const { id, deviceId } of await releaseLost(tx, new Date(now()))) {
          await publish(tx, deviceId, id, 'released');
          await resume(tx, id);
        }
      });
    },
  };
}
export type Alerts = ReturnType<typeof createAlerts>;

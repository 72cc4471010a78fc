import type { FieldChange } from '@manoboard/contract/activity/device-change';
import type {
  NewVisit,
  Visit,
  VisitAnswer,
  VisitNews,
  Visits,
  WorkVisits,
} from '@manoboard/contract/alert/visit';
import { DEFAULT_LOCALE } from '@manoboard/contract/locales';
import { actingRole } from '@manoboard/domain/access/policy';
import { isInTenure, type VisibleFromS } from '@manoboard/domain/access/tenure';
import { isVisitDay, isVisitOver } from '@manoboard/domain/alerts/visit';
import { appendAudit } from '../../../audit-log/audit-log.ts';
import type { Core } from '../../../core.ts';
import type { Db } from '../../../db/db.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import type { TaskHandlers } from '../../../jobs/tasks.ts';
import type { Mailer } from '../../../mail/mailer.ts';
import { visitMail } from '../../../mail/mails.ts';
import { findRecipient } from '../../inbox/inbox.repo.ts';
import type { Notify } from '../../inbox/notice.ts';
import { seesAll } from '../life/alert-view.ts';
import {
  findOpenVisit,
  findVisit,
  insertVisit,
  isAlertOf,
  isTechnicianNow,
  listOpenVisits,
  listTechnicians,
  listVisits,
  markVisit,
  moveVisit,
  type VisitRow,
} from './visit.repo.ts';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now' | 'pageUrl'> {
  notify: Notify;
  sendMail: Mailer['send'];
}

/** Visits of a device that are shown, and visits of the work list. */
const MOST = { device: 10, work: 500 };
/** Whoever was at the pump tells it themselves, or it is in the inbox. */
const MAILED: readonly VisitNews[] = ['agreed', 'moved', 'asked', 'cancelled'];

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000);

function present(row: VisitRow, isStaff: boolean): Visit {
  const { technicianId, technicianName, ownerName } = row;
  return {
    id: row.id,
    version: row.version,
    id_dev: row.deviceId,
    alias: row.alias,
    address: row.address,
    place: row.place,
    owner: isStaff && ownerName !== null ? { name: ownerName, phone_number: row.phoneNumber } : null,
    alert_id: row.alertId,
    day: row.day,
    part: row.part,
    technician: technicianId === null ? null : { user_id: technicianId, name: technicianName ?? '' },
    note: row.note,
    state: row.state,
    wish: row.wish,
    timestamp: secondsOf(row.changedAt),
  };
}

const differences = (
  before: VisitRow | undefined,
  { day, part }: Pick<VisitRow, 'day' | 'part'>,
): FieldChange[] =>
  [
    { field: 'day', old: before?.day ?? null, new: day },
    { field: 'part', old: before?.part ?? null, new: part },
  ].filter((change) => change.old !== change.new);

/**
 * R7.5: visits that technicians agree on with owners. A device has one at a time, which an index and its version close
 * against two people at once. Who did not make the change gets a notice and a mail, after the commit.
 */
export function createVisits({ db, outbox, now, pageUrl, notify, sendMail }: Needs) {
  /** The owner and the technician of the visit, without the user who made the change. */
  async function tell(tx: Db, user: SessionUser, row: VisitRow, news: VisitNews) {
    const { deviceKey, ownerId, technicianId, day, part, id: visitId, version } = row;
    const readers = [...new Set([ownerId, technicianId])].filter(
      (id): id is number => id !== null && id !== user.id,
    );
    if (readers.length === 0) return;
    await notify(tx, { deviceKey, readers, by: user.id, event: { type: 'visit', news, day, part } });
    if (!MAILED.includes(news)) return;
    for (const userId of readers)
      await outbox.enqueue(tx, 'visit_mail', `${visitId} ${userId}`, { userId, visitId, version, news });
  }

  async function change(
    user: SessionUser,
    device: AllowedDevice,
    news: VisitNews,
    act: (tx: Db, before: VisitRow | undefined, at: Date) => Promise<{ id: number } | undefined>,
  ): Promise<Visit> {
    const { deviceKey, deviceId } = device;
    return outbox.transaction(db, async (tx) => {
      const at = new Date(now());
      const before = await findOpenVisit(tx, deviceKey);
      if (before && !isShown(before, device.visibleFromS)) throw new ProblemError('VISIT_CHANGED');
      const changed = await act(tx, before, at);
      const row = changed && (await findVisit(tx, changed.id));
      if (!row) throw new ProblemError('VISIT_CHANGED');
      const isMoved = news === 'agreed' && before !== undefined;
      const told = isMoved ? 'moved' : news;
      await tell(tx, user, row, told);
      await outbox.publish(tx, ['work', { deviceId }]);
      await outbox.publish(tx, ['activity', { deviceId }]);
      await appendAudit(tx, at, {
        kind: 'visit',
        deviceKey,
        action: told,
        by: { userId: user.id, role: actingRole('answer_visit', user.roles, device.relation) },
        ...(row.technicianId !== null && { personId: row.technicianId }),
        fields: isVisitOver(row.state)
          ? [{ field: 'day', old: row.day, new: null }]
          : differences(news === 'asked' ? undefined : before, row),
      });
      return present(row, seesAll(user));
    });
  }

  const mark = (
    user: SessionUser,
    device: AllowedDevice,
    { version, note }: VisitAnswer,
    state: 'asked' | 'done' | 'cancelled',
  ) =>
    change(user, device, state, (tx, _before, at) => {
      const text = note || null;
      const words =
        state === 'asked' ? { wish: text } : state === 'done' && text !== null ? { note: text } : {};
      return markVisit(tx, device.deviceKey, version, { state, ...words }, at);
    });

  const handlers = {
    /** A visit that has changed since has a mail of its own. */
    async visit_mail({ userId, visitId, version, news }) {
      const visit = await findVisit(db, visitId);
      if (visit?.version !== version) return;
      if (userId !== visit.ownerId && userId !== visit.technicianId) return;
      const known = await findRecipient(db, userId);
      if (!known) return;
      const { deviceId, day, part } = visit;
      const name = visit.alias?.trim() || deviceId;
      const link = pageUrl(`/admin/overview?device=${deviceId}`);
      await sendMail(visitMail(known.email, known.locale ?? DEFAULT_LOCALE, { news, name, day, part, link }));
    },
  } satisfies Partial<TaskHandlers>;

  return {
    handlers,

    /** R4.3c: those of the present tenure. */
    async list(user: SessionUser, { deviceKey, visibleFromS }: AllowedDevice): Promise<Visits> {
      const rows = await listVisits(db, deviceKey, MOST.device);
      const items = rows.filter((row) => isShown(row, visibleFromS));
      return { items: items.map((row) => present(row, seesAll(user))) };
    },

    async listWork(user: SessionUser): Promise<WorkVisits> {
      const [rows, technicians] = await Promise.all([listOpenVisits(db, MOST.work), listTechnicians(db)]);
      return { items: rows.map((row) => present(row, seesAll(user))), technicians };
    },

    /** Without a technician the present one goes, else the caller. */
    plan(user: SessionUser, device: AllowedDevice, visit: NewVisit): Promise<Visit> {
      const { version, day, part, technician_id, note, alert_id } = visit;
      const { deviceKey } = device;
      if (!isVisitDay(day, now() / 1000)) throw new ProblemError('VISIT_DAY_REFUSED');
      return change(user, device, 'agreed', async (tx, before, at) => {
        const technicianId = technician_id ?? before?.technicianId ?? user.id;
        if (!(await isTechnicianNow(tx, technicianId))) throw new ProblemError('USER_NOT_FOUND');
        if (alert_id !== undefined && !(await isAlertOf(tx, alert_id, deviceKey)))
          throw new ProblemError('ALERT_NOT_FOUND');
        const planned = {
          day,
          part,
          technicianId,
          note: note === undefined ? (before?.note ?? null) : note || null,
          alertId: alert_id ?? before?.alertId ?? null,
        };
        return version === 0
          ? insertVisit(tx, deviceKey, planned, at)
          : moveVisit(tx, deviceKey, version, planned, at);
      });
    },

    ask: (user: SessionUser, device: AllowedDevice, answer: VisitAnswer) =>
      mark(user, device, answer, 'asked'),
    cancel: (user: SessionUser, device: AllowedDevice, answer: VisitAnswer) =>
      mark(user, device, answer, 'cancelled'),
    finish: (user: SessionUser, device: AllowedDevice, answer: VisitAnswer) =>
      mark(user, device, answer, 'done'),
  };
}
export type VisitService = ReturnType<typeof createVisits>;

/** R4.3c */
const isShown = ({ createdAt }: VisitRow, visibleFromS: VisibleFromS) =>
  isInTenure(createdAt.getTime() / 1000, visibleFromS);

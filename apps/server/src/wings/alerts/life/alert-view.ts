import type { Alert, AlertDetail, CourseChange, CourseStep } from '@manoboard/contract/alert/alert';
import type { Assignee } from '@manoboard/contract/alert/assignee';
import { RuleKind } from '@manoboard/contract/alert/kinds';
import { byLocale, type Locale } from '@manoboard/contract/locales';
import { can } from '@manoboard/domain/access/policy';
import { isInTenure, type VisibleFromS } from '@manoboard/domain/access/tenure';
import { normalEvidence } from '@manoboard/domain/alerts/normal/normal';
import { alertRules } from '@manoboard/domain/alerts/rules/alert-rules';
import type { SessionUser } from '../../../http/session.ts';
import { describeAlert, refusedDrive, titleOf, tripOf } from '../alert-sentence.ts';
import type { AlertRow } from './alerts.repo.ts';

const secondsOf = (at: Date | null) => at && Math.floor(at.getTime() / 1000);

/** R7.2: the three roles see every device. */
export const seesAll = (user: SessionUser) => can('see', user.roles, 'none');

export function assigneeOf({ assigneeId, assigneeName, assignedAt }: AlertRow): Assignee | null {
  if (assigneeId === null || assignedAt === null) return null;
  return { user_id: assigneeId, name: assigneeName ?? '', since: Math.floor(assignedAt.getTime() / 1000) };
}

/** The same in each language, in the place of a device's name. */
const INSTALLATION_NAME = 'MaNoBoard';

interface Reader {
  user: SessionUser;
  locale: Locale;
  visibleFromS: VisibleFromS;
}

/**
 * Only staff see boards of other users. R4.3c: an alert that is older than the tenure is shown without notes and
 * names.
 */
export function toAlert(row: AlertRow, { locale, user, visibleFromS }: Reader): Alert {
  const isInside = (at: Date | null) => at !== null && isInTenure(at.getTime() / 1000, visibleFromS);
  const facts = { ...row, otherBoards: seesAll(user) ? row.otherBoards : null };
  const { retryAt = 0 } = row.numbers;
  const descriptions = byLocale((each) => describeAlert(facts, each));
  return {
    id: row.id,
    timestamp: Math.floor(row.raisedAt.getTime() / 1000),
    kind: row.kind,
    code: row.code,
    severity: row.severity,
    since_timestamp: Math.floor((row.sinceAt ?? row.raisedAt).getTime() / 1000),
    occurrences: row.occurrences,
    shelved_until: secondsOf(row.shelvedUntil),
    titles: byLocale((each) => titleOf(row, each)),
    description: descriptions[locale],
    descriptions,
    retry_timestamp: retryAt > 0 ? retryAt : null,
    resolved: row.resolvedAt !== null,
    resolved_timestamp: secondsOf(row.resolvedAt),
    resolved_by: isInside(row.resolvedAt) ? row.resolvedBy : null,
    cleared_timestamp: secondsOf(row.clearedAt),
    mail_sent: row.mailSentAt !== null,
    mail_sent_timestamp: secondsOf(row.mailSentAt),
    owner_id: row.fcId,
    id_dev: row.deviceId,
    alias: row.deviceId === null ? INSTALLATION_NAME : row.alias,
    address: row.address,
    place: row.place,
    owner:
      seesAll(user) && row.ownerName !== null ? { name: row.ownerName, phone_number: row.phoneNumber } : null,
    assignee: isInside(row.assignedAt) ? assigneeOf(row) : null,
    notes: isInside(row.raisedAt) ? row.notes : null,
  };
}

/** R4.3c: without names of people of a former tenure. */
export const presentStep = (
  { change, at, by }: { change: CourseChange; at: Date; by: string | null },
  visibleFromS: VisibleFromS,
): CourseStep => {
  const atS = at.getTime() / 1000;
  return { change, timestamp: Math.floor(atS), by: isInTenure(atS, visibleFromS) ? by : null };
};

/** Evidence of alert kinds without a rule. */
const NO_EVIDENCE = { fields: [], minutes: 60 } as const;

/** From before the condition began to a while after the alert was raised. */
function evidenceOf(row: AlertRow, nowMs: number): AlertDetail['evidence'] {
  const { kind, sinceAt, raisedAt, numbers } = row;
  const rule = RuleKind.options.find((known) => known === kind);
  const other = kind === 'behaves_differently' ? normalEvidence(numbers.metric ?? 0) : NO_EVIDENCE;
  const { fields, minutes } = rule ? alertRules[rule].evidence : other;
  const spanMs = minutes * 60_000;
  const fromMs = (sinceAt ?? raisedAt).getTime() - spanMs;
  const toMs = Math.max(raisedAt.getTime(), Math.min(nowMs, raisedAt.getTime() + spanMs));
  return { fields: [...fields], from: Math.floor(fromMs / 1000), to: Math.floor(toMs / 1000) };
}

export const presentDetail = (row: AlertRow, reader: Reader, nowMs: number): AlertDetail => ({
  ...toAlert(row, reader),
  numbers: row.numbers,
  thresholds: row.thresholds,
  evidence: evidenceOf(row, nowMs),
  fc_refusal: refusedDrive(row),
  trip: tripOf(row) ?? null,
});

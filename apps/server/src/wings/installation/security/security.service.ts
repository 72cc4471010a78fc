import { appendFile } from 'node:fs/promises';
import type {
  OwnLogin,
  SecurityCsvQuery,
  SecurityPage,
  SecurityQuery,
} from '@manoboard/contract/installation/security-event';
import { DEFAULT_LOCALE } from '@manoboard/contract/locales';
import { findHead } from '../../../audit-log/audit.repo.ts';
import { headText } from '../../../audit-log/audit-words.ts';
import { listSecurityEvents, type SecurityFilter } from '../../../audit-log/security.repo.ts';
import { type CsvColumn, createCsv } from '../../../base/csv.ts';
import type { Core } from '../../../core.ts';
import type { SessionUser } from '../../../http/session.ts';
import { auditHeadMail } from '../../../mail/mails.ts';

const PAGE = 50;
const OWN_LOGINS = 20;
const CSV_SLICE = 500;
const COLUMNS = [
  ...(['number', 'kind', 'outcome', 'reason', 'count', 'user_id', 'by'] as const),
  ...(['address', 'browser', 'detail'] as const),
] satisfies CsvColumn[];

type Filters = Pick<SecurityQuery, 'kind' | 'outcome' | 'user_id'>;
const filterOf = ({ kind, outcome, user_id }: Filters): SecurityFilter => ({
  kind,
  outcome,
  userId: user_id === undefined ? undefined : Number(user_id),
});

/** The security log for Super Sellers, and the own logins for everybody. */
export function createSecurity({ db, databases, now, preferencesOf, mail, config }: Core) {
  return {
    async list({ before, ...filters }: SecurityQuery): Promise<SecurityPage> {
      const filter = { ...filterOf(filters), before: before === undefined ? undefined : Number(before) };
      const events = await listSecurityEvents(db, filter, PAGE);
      return { events, next: events.length < PAGE ? null : (events.at(-1)?.seq ?? null) };
    },

    async *csv(user: SessionUser, { zone, decimal, ...filters }: SecurityCsvQuery): AsyncGenerator<string> {
      const csv = createCsv(await preferencesOf(user), { zone, decimal });
      yield csv.head([...csv.timeNames('time'), ...COLUMNS.map(csv.name)]);
      for (let before: number | undefined; ; ) {
        const events = await listSecurityEvents(
          databases.reports,
          { ...filterOf(filters), before },
          CSV_SLICE,
        );
        yield events
          .map(({ seq, at, kind, outcome, code, count, user: who, address, user_agent, detail }) =>
            csv.line([
              ...csv.time(at * 1000),
              seq,
              kind,
              outcome,
              code,
              count,
              who?.id,
              who?.name,
              address,
              user_agent,
              Object.entries(detail)
                .map(([name, value]) => `${name}: ${value}`)
                .join(', '),
            ]),
          )
          .join('');
        before = events.at(-1)?.seq;
        if (events.length < CSV_SLICE) return;
      }
    },

    async ownLogins({ id: userId }: SessionUser): Promise<OwnLogin[]> {
      const events = await listSecurityEvents(db, { kind: 'login', userId }, OWN_LOGINS);
      return events.map(({ seq, at, outcome, address, user_agent, count }) => ({
        seq,
        at,
        outcome,
        address,
        user_agent,
        count,
      }));
    },

    /** AUDIT_HEAD: the end of the log, daily, to where an attacker of this machine cannot change it. */
    async noteHead(): Promise<void> {
      const head = config.AUDIT_HEAD === undefined ? undefined : await findHead(db);
      if (config.AUDIT_HEAD === undefined || !head) return;
      const at = new Date(now());
      if (config.AUDIT_HEAD.includes('@'))
        await mail.send(auditHeadMail(config.AUDIT_HEAD, DEFAULT_LOCALE, headText(head)));
      else await appendFile(config.AUDIT_HEAD, `${at.toISOString()} ${headText(head)}\n`, { mode: 0o600 });
    },
  };
}
export type Security = ReturnType<typeof createSecurity>;

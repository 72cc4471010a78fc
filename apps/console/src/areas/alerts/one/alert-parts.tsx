import type { Alert, AlertDetail } from '@manoboard/contract/alert/alert';
import { alertCalls } from '@manoboard/contract/alert/alert.calls';
import { IconArrowRight, IconCircleCheck, IconCircleDashed, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { AlertLink, TimelineLink } from '../../../device/links.tsx';
import { readQuery } from '../../../lib/http/read-query.ts';
import { alertSection, HelpLink } from '../../../lib/page/help-link.tsx';
import { Card } from '../../../ui/card.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { Contacts } from './contacts.tsx';
import { alertKey } from './use-alert.ts';
import { useTimeText } from './use-time-text.ts';

/** R4.16: a converter of another type, or one whose type is unknown. */
const refusedText = (refusal: NonNullable<AlertDetail['fc_refusal']>) =>
  refusal === 'other_type' ? refusal : 'unknown';

/** Texts of the kind; some trips of the converter have their own. */
const textsOf = ({ kind, trip }: Pick<AlertDetail, 'kind' | 'trip'>) =>
  trip ? (`driveTrip.${trip}` as const) : (`alertRule.${kind}` as const);

/** What to do, with the action that fits (R5.11), and whom to call; the address and the phone number are for staff only. */
export function NextStep({ alert, action }: { alert: AlertDetail; action: ReactNode }) {
  const { code, owner, address, id_dev, fc_refusal } = alert;
  const t = useTranslations();
  const id = useId();
  return (
    <Card aria-labelledby={id} className="col-start-2 flex gap-3">
      <span
        className="grid place-items-center flex-none rounded-full size-9 bg-accent text-white"
        aria-hidden="true"
      >
        <IconArrowRight size={20} stroke={1.8} />
      </span>
      <div className="grid gap-2 min-w-0">
        <div className="flex items-baseline flex-wrap justify-between gap-y-1 gap-x-4">
          <SectionHead id={id} title={t('alertPage.next')} />
          <HelpLink section={alertSection(code)} />
        </div>
        <p>
          {fc_refusal ? t(`alertPage.refused.${refusedText(fc_refusal)}.next`) : t(`${textsOf(alert)}.next`)}
        </p>
        {action}
        {id_dev !== null && owner && <Contacts address={address} owner={owner} />}
      </div>
    </Card>
  );
}

const CAUSES = ['first', 'second', 'third'] as const;

export function Causes({ alert }: { alert: AlertDetail }) {
  const { fc_refusal } = alert;
  const t = useTranslations();
  const id = useId();
  return (
    <Card aria-labelledby={id} className="[grid-area:3/1]">
      <SectionHead id={id} title={t('alertPage.causes')} hint={t('alertPage.causesHint')} />
      <ol className="[&>*+*]:border-t [&>*+*]:border-line">
        {CAUSES.map((place, at) => (
          <li className="flex items-center gap-3 py-3" key={place}>
            <span
              className="grid place-items-center flex-none text-sm font-semibold rounded-full bg-inset inset-ring inset-ring-line-strong size-7"
              aria-hidden="true"
            >
              {at + 1}
            </span>
            <strong className="font-medium">
              {fc_refusal
                ? t(`alertPage.refused.${refusedText(fc_refusal)}.causes.${place}`)
                : t(`${textsOf(alert)}.causes.${place}`)}
            </strong>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** The times of the alert. */
export function Progress({ alert }: { alert: AlertDetail }) {
  const t = useTranslations('alertPage.progress');
  const timeText = useTimeText();
  const id = useId();
  const { since_timestamp, timestamp, cleared_timestamp, resolved_timestamp, resolved_by } = alert;
  const rows: [name: 'since' | 'raised' | 'cleared' | 'resolved', atS: number | null, by?: string | null][] =
    [
      ['since', since_timestamp],
      ['raised', timestamp],
      ['cleared', cleared_timestamp],
      ['resolved', resolved_timestamp, resolved_by],
    ];
  return (
    <Card aria-labelledby={id}>
      <SectionHead id={id} title={t('title')} />
      <dl className="grid gap-2 text-md mb-2">
        {rows.map(([name, atS, by]) => (
          <div className="flex justify-between gap-4" key={name}>
            <dt className="text-dim">{t(name)}</dt>
            <dd className="font-medium text-right tabular-nums tracking-tight">
              {atS === null ? t('notYet') : timeText(atS)}
              {by && <small className="block text-dim font-normal">{by}</small>}
            </dd>
          </div>
        ))}
        {alert.occurrences > 1 && (
          <div className="flex justify-between gap-4">
            <dt className="text-dim">{t('occurrences')}</dt>
            <dd className="font-medium text-right tabular-nums tracking-tight">
              {t('times', { n: alert.occurrences })}
            </dd>
          </div>
        )}
      </dl>
      {alert.id_dev !== null && (
        <TimelineLink
          className="cursor-pointer inline-flex items-center gap-1 text-md font-semibold text-link min-h-8 pointer-coarse:min-h-11"
          deviceId={alert.id_dev}
          atS={timestamp}
        >
          {t('timeline')} <IconArrowRight size={16} aria-hidden />
        </TimelineLink>
      )}
    </Card>
  );
}

export function Notes({ alert, onEdit }: { alert: AlertDetail; onEdit: (() => void) | undefined }) {
  const t = useTranslations('alertPage.notes');
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <div className="flex items-baseline flex-wrap justify-between gap-y-1 gap-x-4">
        <SectionHead id={id} title={t('title')} />
        {onEdit && (
          <button
            type="button"
            className="cursor-pointer inline-flex items-center gap-1 text-md font-semibold text-link min-h-8 pointer-coarse:min-h-11"
            onClick={onEdit}
          >
            <IconPencil size={16} stroke={1.8} aria-hidden /> {t(alert.notes ? 'edit' : 'add')}
          </button>
        )}
      </div>
      <p className="text-md text-dim wrap-anywhere whitespace-pre-line">{alert.notes ?? t('none')}</p>
    </Card>
  );
}

const EARLIER = 4;

/** Former alerts of the same kind: how they ended. */
export function Earlier({ alert }: { alert: AlertDetail }) {
  const t = useTranslations('alertPage.earlier');
  const { dateTime } = useFormatter();
  const id = useId();
  const { id_dev, code } = alert;
  const { data } = useQuery(
    readQuery([...alertKey(alert.id), 'earlier'], alertCalls.alerts, {
      query: { device_id: id_dev ?? undefined, code, to: `${alert.timestamp}`, limit: `${EARLIER + 1}` },
    }),
  );
  const earlier = data?.items.filter((other) => other.id !== alert.id && other.id_dev === id_dev) ?? [];
  const end = ({ resolved_by, resolved, cleared_timestamp, timestamp }: Alert) => {
    if (resolved) return resolved_by ? t('resolvedBy', { name: resolved_by }) : t('resolved');
    if (cleared_timestamp === null) return t('open');
    return t('cleared', { min: Math.max(1, Math.round((cleared_timestamp - timestamp) / 60)) });
  };
  return (
    <Card aria-labelledby={id}>
      <SectionHead id={id} title={t('title')} />
      {data && earlier.length === 0 && (
        <p className="text-md text-dim wrap-anywhere whitespace-pre-line">{t('none')}</p>
      )}
      <ul className="grid gap-3 text-md [&_svg]:flex-none [&_svg]:mt-1 [&_svg]:text-run-ink">
        {earlier.slice(0, EARLIER).map((other) => {
          const Icon =
            other.resolved || other.cleared_timestamp !== null ? IconCircleCheck : IconCircleDashed;
          return (
            <li className="flex gap-2.5" key={other.id}>
              <Icon size={17} stroke={1.8} aria-hidden />
              <div>
                <AlertLink className="font-semibold text-link" alertId={other.id}>
                  {dateTime(new Date(other.timestamp * 1000), { dateStyle: 'medium' })}
                </AlertLink>{' '}
                · {end(other)}
                {other.notes && <q className="block text-md text-dim wrap-anywhere">{other.notes}</q>}
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

import type { Alert, AlertDetail } from '@manoboard/contract/alert/alert';
import { alertCalls } from '@manoboard/contract/alert/alert.calls';
import { IconArrowRight, IconCircleCheck, IconCircleDashed, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { AlertLink, TimelineLink } from '../../../device/links.tsx';
import { readQuery } from '../../../lib/http/read-query.ts';
import { alertSection, HelpLink } from '../../../lib/page/help-link.tsx';
import { usePersonName } from '../../../lib/texts/use-person-name.ts';
import { Card, cardClass } from '../../../ui/card.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { useAlertTexts } from './alert-facts.ts';
import { NEXT_STEP } from './next-step-anchor.ts';
import { alertKey } from './use-alert.ts';
import { useTimeText } from './use-time-text.ts';

/** R4.16: a converter of another type, or one whose type is unknown. */
const refusedText = (refusal: NonNullable<AlertDetail['fc_refusal']>) =>
  refusal === 'other_type' ? refusal : 'unknown';

/** Texts of the kind; some trips of the converter have their own. */
const textsOf = ({ kind, trip }: Pick<AlertDetail, 'kind' | 'trip'>) =>
  trip ? (`driveTrip.${trip}` as const) : (`alertRule.${kind}` as const);

/** What to do. */
export function NextStep({ alert }: { alert: AlertDetail }) {
  const { code, fc_refusal } = alert;
  const t = useTranslations();
  const id = useId();
  return (
    <Card id={NEXT_STEP} aria-labelledby={id} className="flex gap-3 @4xl:col-start-2">
      <span
        className="grid place-items-center flex-none rounded-full size-9 bg-accent text-white"
        aria-hidden="true"
      >
        <IconArrowRight size={20} stroke={1.8} />
      </span>
      <div className="grid min-w-0 flex-1 gap-2">
        <div className="flex items-baseline flex-wrap justify-between gap-y-1 gap-x-4">
          <SectionHead id={id} title={t('alertPage.next')} />
          <HelpLink section={alertSection(code)} />
        </div>
        <p>
          {fc_refusal ? t(`alertPage.refused.${refusedText(fc_refusal)}.next`) : t(`${textsOf(alert)}.next`)}
        </p>
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
    <Card aria-labelledby={id}>
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

type Moment = [atS: number, tone: Tone, text: string];

/** What has become of the alert, oldest first: its own times, and what people did. */
function useCourse({ course, ...alert }: AlertDetail): Moment[] {
  const t = useTranslations('alertPage.progress');
  const personName = usePersonName();
  const { since_timestamp, timestamp, cleared_timestamp, resolved, resolved_timestamp, resolved_by } = alert;
  const nameOf = (name: string | null) => (name === null ? t('somebody') : personName(name));
  const steps = (course ?? []).map(({ change, timestamp: atS, by }): Moment => {
    const tone = change === 'resolved' ? 'run' : change === 'reopened' ? 'wait' : 'off';
    return [atS, tone, t(`did.${change}`, { name: nameOf(by) })];
  });
  // Rows of earlier versions, and of other servers, have no course.
  const isTold = course?.some(({ change }) => change === 'resolved');
  return [
    ...(since_timestamp < timestamp ? [[since_timestamp, 'off', t('since')] as Moment] : []),
    [timestamp, 'stop', t('raised')] as Moment,
    ...steps,
    ...(cleared_timestamp === null ? [] : [[cleared_timestamp, 'run', t('cleared')] as Moment]),
    ...(resolved && !isTold && resolved_timestamp !== null
      ? [[resolved_timestamp, 'run', t('did.resolved', { name: nameOf(resolved_by) })] as Moment]
      : []),
  ].toSorted(([one], [other]) => one - other);
}

export function Progress({ alert }: { alert: AlertDetail }) {
  const t = useTranslations('alertPage.progress');
  const timeText = useTimeText();
  const id = useId();
  const moments = useCourse(alert);
  return (
    <Card aria-labelledby={id}>
      <SectionHead id={id} title={t('title')} />
      <ol className="mb-2 grid gap-2.5 text-md">
        {moments.map(([atS, tone, text]) => (
          <li
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-3"
            key={`${atS} ${text}`}
          >
            <span className="size-2.5 rounded-full bg-tone" data-tone={tone} aria-hidden="true" />
            <span className="wrap-anywhere">{text}</span>
            <span className="whitespace-nowrap text-dim tabular-nums">{timeText(atS)}</span>
          </li>
        ))}
        {alert.occurrences > 1 && (
          <li className="flex justify-between gap-4 text-dim">
            <span>{t('occurrences')}</span>
            <span>{t('times', { n: alert.occurrences })}</span>
          </li>
        )}
      </ol>
      {alert.id_dev !== null && (
        <TimelineLink
          className="cursor-pointer inline-flex items-center gap-1 text-md font-semibold text-link min-h-8 pointer-coarse:min-h-11"
          deviceId={alert.id_dev}
          atS={alert.timestamp}
        >
          {t('timeline')} <IconArrowRight size={16} aria-hidden />
        </TimelineLink>
      )}
    </Card>
  );
}

/** R7.4: the fields of the spec's table. */
export function SpecFields({ alert }: { alert: AlertDetail }) {
  const t = useTranslations('alerts');
  const timeText = useTimeText();
  const { describe } = useAlertTexts();
  const time = (atS: number | null) => (atS === null ? '–' : timeText(atS));
  const rows = [
    [t('id'), alert.id],
    [t('time'), time(alert.timestamp)],
    [t('description'), describe(alert)],
    [t('resolved'), t(alert.resolved ? 'yes' : 'no')],
    [t('mailSent'), t(alert.mail_sent ? 'yes' : 'no')],
    [t('mailSentTime'), time(alert.mail_sent_timestamp)],
    [t('ownerId'), alert.owner_id ?? '–'],
    [t('address'), alert.address ?? '–'],
    [t('notes'), alert.notes ?? '–'],
  ] as const;
  return (
    <details className={`${cardClass} group`}>
      <summary className="cursor-pointer text-lg font-semibold tracking-tight pointer-coarse:min-h-8">
        {t('fields')}
      </summary>
      <dl className="mt-3 grid gap-2 text-md">
        {rows.map(([name, value]) => (
          <div className="flex justify-between gap-4" key={name}>
            <dt className="flex-none text-dim">{name}</dt>
            <dd className="text-right font-medium tabular-nums wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
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

import type { AlertReceiver, AlertReceivers, Way, Ways } from '@manoboard/contract/alert/alert-delivery';
import { isReached, isUnwanted } from '@manoboard/domain/alerts/delivery/reach';
import { IconAlertCircle, IconArrowRight, IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { usePersonName } from '../../../lib/texts/use-person-name.ts';
import { StatePill } from '../../../ui/state-pill.tsx';

const icon = { size: 15, stroke: 2.2, 'aria-hidden': true } as const;
export const CHANNELS = ['push', 'mail', 'webhook'] as const;
export type Step = AlertReceivers['steps'][number];

/** What a person gets: by all channels that they want, by some, or nothing. */
function Verdict({ ways }: { ways: Ways }) {
  const t = useTranslations('notifications.receivers');
  const working = CHANNELS.filter((channel) => ways[channel] === 'ok');
  const isMailMissing = ways.mail === 'no_mail_server' || ways.mail === 'unconfirmed';
  if (isUnwanted(ways))
    return (
      <StatePill tone="off" icon={<IconMinus {...icon} />}>
        {t('verdict.off')}
      </StatePill>
    );
  if (working.length === 0)
    return (
      <StatePill tone="stop" icon={<IconX {...icon} />}>
        {t('verdict.nothing')}
      </StatePill>
    );
  if (isMailMissing)
    return (
      <StatePill tone="wait" icon={<IconAlertCircle {...icon} />}>
        {t('verdict.only', { channels: working.map((channel) => t(`channel.${channel}`)).join(', ') })}
      </StatePill>
    );
  return (
    <StatePill tone="run" icon={<IconCheck {...icon} />}>
      {t('verdict.ok')}
    </StatePill>
  );
}

const isBroken = (way: Way) => way === 'no_mail_server' || way === 'unconfirmed';

function WayCell({ channel, way }: { channel: (typeof CHANNELS)[number]; way: Way }) {
  const t = useTranslations('notifications.receivers');
  const mark = way === 'ok' ? <IconCheck {...icon} /> : isBroken(way) ? <IconX {...icon} /> : null;
  return (
    <td data-label={t(`channel.${channel}`)}>
      <span
        className="inline-flex items-center gap-1.25 text-dim data-[way=ok]:text-run-ink data-[way=broken]:text-stop-ink"
        data-way={way === 'ok' ? 'ok' : isBroken(way) ? 'broken' : undefined}
      >
        {mark}
        {t(`way.${way}`)}
      </span>
    </td>
  );
}

interface WhenProps {
  severity: 'alarm' | 'warning';
  step: Step;
  person?: AlertReceiver;
}

function WhenCell({ severity, step, person }: WhenProps) {
  const t = useTranslations('notifications.receivers');
  const min = step.after_minutes[severity];
  const textOf = () => {
    if (min === null) return t(step.count === 0 ? 'skipped' : 'when.never');
    if (person && isUnwanted(person[severity])) return t('when.off');
    if (min > 0) return t('when.after', { min });
    if (severity === 'alarm') return t('when.atOnce');
    return t(person?.do_warnings_wait ? 'when.waits' : 'when.warningAtOnce');
  };
  return <td data-label={t(severity)}>{textOf()}</td>;
}

function PersonRow({ step, person }: { step: Step; person: AlertReceiver }) {
  const t = useTranslations('notifications.receivers');
  const personName = usePersonName();
  const { alarm } = person;
  const isMissed = !isReached(alarm) && !isUnwanted(alarm);
  const role = step.step === 'delegates' ? 'delegates' : 'owner';
  return (
    <>
      <tr data-missed={isMissed || undefined}>
        <th scope="row">
          {personName(person.name)}
          <span>
            {t(`role.${role}`)}
            {person.is_self && `, ${t('you')}`}
          </span>
        </th>
        {CHANNELS.map((channel) => (
          <WayCell key={channel} channel={channel} way={alarm[channel]} />
        ))}
        <WhenCell severity="alarm" step={step} person={person} />
        <WhenCell severity="warning" step={step} person={person} />
        <td data-label={t('comes')}>
          <Verdict ways={alarm} />
        </td>
      </tr>
      {isMissed && (
        <tr
          data-missed
          className="[&_svg]:mr-2 [&_svg]:align-[-0.15em] max-lg:in-[tbody]:pt-0! max-lg:in-[tbody]:border-t-0!"
        >
          <td className="text-stop-ink" colSpan={7}>
            <IconArrowRight {...icon} />
            <span>
              {isBroken(alarm.mail) || alarm.mail === 'off' ? (
                <b>{t(`why.${alarm.mail as 'no_mail_server' | 'unconfirmed' | 'off'}`)}</b>
              ) : null}{' '}
              {t('noOther')}
            </span>
          </td>
        </tr>
      )}
    </>
  );
}

/** Technicians are one row: how many of them are reached. */
function GroupRow({ step }: { step: Step }) {
  const t = useTranslations('notifications.receivers');
  const { count, reached } = step;
  const state = reached.any === 0 ? 'nothing' : reached.any < count ? 'some' : 'ok';
  const tone = state === 'ok' ? 'run' : state === 'some' ? 'wait' : 'stop';
  const mark = state === 'ok' ? <IconCheck {...icon} /> : <IconAlertCircle {...icon} />;
  return (
    <tr data-missed={state === 'nothing' || undefined}>
      <th scope="row">
        {t('technicians')}
        <span>{t('people', { n: count })}</span>
      </th>
      {CHANNELS.map((channel) => (
        <td key={channel} data-label={t(`channel.${channel}`)}>
          <span
            className="inline-flex items-center gap-1.25 text-dim data-[way=ok]:text-run-ink data-[way=broken]:text-stop-ink"
            data-way={reached[channel] > 0 ? 'ok' : undefined}
          >
            {t('of', { n: reached[channel], all: count })}
          </span>
        </td>
      ))}
      <WhenCell severity="alarm" step={step} />
      <WhenCell severity="warning" step={step} />
      <td data-label={t('comes')}>
        <StatePill tone={tone} icon={mark}>
          {state === 'some'
            ? t('of', { n: reached.any, all: count })
            : t(state === 'ok' ? 'verdict.ok' : 'verdict.nothing')}
        </StatePill>
      </td>
    </tr>
  );
}

function EmptyRow({ step }: { step: Step }) {
  const t = useTranslations('notifications.receivers');
  return (
    <tr>
      <th scope="row" colSpan={4} className="in-[tbody]:text-dim! in-[tbody]:font-normal!">
        {t(`nobody.${step.step}`)}
      </th>
      <WhenCell severity="alarm" step={step} />
      <WhenCell severity="warning" step={step} />
      <td data-label={t('comes')}>
        <StatePill tone="off" icon={<IconMinus {...icon} />}>
          {t('verdict.nobody')}
        </StatePill>
      </td>
    </tr>
  );
}

/** People in the order of the ladder; a person without a way has a second line with the reason. */
export function ReceiverTable({
  receivers: { steps, installation_webhooks: hooks },
}: {
  receivers: AlertReceivers;
}) {
  const t = useTranslations('notifications.receivers');
  return (
    <table className="text-md w-full mt-2.5 max-lg:block [&_th]:py-3.25 [&_th]:pr-3.25 [&_th]:border-t [&_th]:border-line [&_th]:font-normal [&_th]:text-left [&_th]:align-middle [&_td]:py-3.25 [&_td]:pr-3.25 [&_td]:border-t [&_td]:border-line [&_td]:font-normal [&_td]:text-left [&_td]:align-middle max-lg:[&_tbody]:block max-lg:[&_tr]:block max-lg:[&_td]:block max-lg:[&_td]:px-0 max-lg:[&_td]:py-0.5 max-lg:[&_td]:border-t-0 max-lg:[&_thead]:sr-only [&_thead_th]:text-dim [&_thead_th]:text-sm [&_thead_th]:font-regular [&_tbody_th]:font-semibold max-lg:[&_tbody_th]:block max-lg:[&_tbody_th]:px-0 max-lg:[&_tbody_th]:py-0.5 max-lg:[&_tbody_th]:border-t-0 max-lg:[&_tbody_tr]:px-0 max-lg:[&_tbody_tr]:py-3.25 max-lg:[&_tbody_tr]:border-t max-lg:[&_tbody_tr]:border-line [&_tbody_th>span]:block [&_tbody_th>span]:text-dim [&_tbody_th>span]:text-sm [&_tbody_th>span]:font-normal [&_tr[data-missed]>*]:bg-stop-soft max-lg:[&_tr[data-missed]>*]:bg-transparent max-lg:[&_td[data-label]]:flex max-lg:[&_td[data-label]]:gap-4 max-lg:[&_td[data-label]]:justify-between max-lg:[&_tbody_tr[data-missed]]:-mx-2.5 max-lg:[&_tbody_tr[data-missed]]:px-2.5 max-lg:[&_tbody_tr[data-missed]]:bg-stop-soft max-lg:[&_td[data-label]::before]:content-[attr(data-label)] max-lg:[&_td[data-label]::before]:text-dim [&_tr[data-missed]>:first-child]:pl-3.25 max-lg:[&_tr[data-missed]>:first-child]:pl-0">
      <thead>
        <tr>
          <th scope="col">{t('who')}</th>
          {CHANNELS.map((channel) => (
            <th key={channel} scope="col">
              {t(`channel.${channel}`)}
            </th>
          ))}
          <th scope="col">{t('alarm')}</th>
          <th scope="col">{t('warning')}</th>
          <th scope="col">{t('comes')}</th>
        </tr>
      </thead>
      <tbody>
        {steps
          .filter(({ is_on }) => is_on)
          .map((step) =>
            step.count === 0 ? (
              <EmptyRow key={step.step} step={step} />
            ) : step.step === 'technicians' ? (
              <GroupRow key={step.step} step={step} />
            ) : (
              step.people.map((person, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: people have no ID for others; the order is stable.
                <PersonRow key={`${step.step} ${at}`} step={step} person={person} />
              ))
            ),
          )}
        {hooks > 0 && (
          <tr>
            <th scope="row" colSpan={4}>
              {t('installation')}
              <span>{t('webhooks', { n: hooks })}</span>
            </th>
            <td data-label={t('alarm')}>{t('when.atOnce')}</td>
            <td data-label={t('warning')}>{t('when.warningAtOnce')}</td>
            <td />
          </tr>
        )}
      </tbody>
    </table>
  );
}

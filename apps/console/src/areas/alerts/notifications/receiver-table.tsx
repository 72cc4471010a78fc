import type { AlertReceiver, AlertReceivers, Way, Ways } from '@manoboard/contract/alert/alert-delivery';
import { isReached, isUnwanted } from '@manoboard/domain/alerts/delivery/reach';
import { IconAlertCircle, IconCheck, IconMinus, IconX, type TablerIcon } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useMedia } from '../../../lib/page/use-media.ts';
import { usePersonName } from '../../../lib/texts/use-person-name.ts';
import { StatePill } from '../../../ui/state-pill.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import type { Tone } from '../../../ui/tone.ts';

/** Below it, each receiver is a card. */
const NARROW_PAGE = '(width < 64em)';
const icon = { size: 15, stroke: 2.2, 'aria-hidden': true } as const;
const pill = (tone: Tone, Icon: TablerIcon, text: string) => (
  <StatePill tone={tone} icon={<Icon {...icon} />}>
    {text}
  </StatePill>
);
export const CHANNELS = ['push', 'mail', 'webhook'] as const;
export type Step = AlertReceivers['steps'][number];

/** What a person gets: by all channels that they want, by some, or nothing. */
function Verdict({ ways }: { ways: Ways }) {
  const t = useTranslations('notifications.receivers');
  const working = CHANNELS.filter((channel) => ways[channel] === 'ok');
  const isMailMissing = ways.mail === 'no_mail_server' || ways.mail === 'unconfirmed';
  if (isUnwanted(ways)) return pill('off', IconMinus, t('verdict.off'));
  if (working.length === 0) return pill('stop', IconX, t('verdict.nothing'));
  if (isMailMissing)
    return (
      <StatePill tone="wait" icon={<IconAlertCircle {...icon} />}>
        {t('verdict.only', { channels: working.map((channel) => t(`channel.${channel}`)).join(', ') })}
      </StatePill>
    );
  return pill('run', IconCheck, t('verdict.ok'));
}

const isBroken = (way: Way) => way === 'no_mail_server' || way === 'unconfirmed';

const channelClass =
  'inline-flex items-center gap-1 text-dim data-[way=ok]:text-run-ink data-[way=broken]:text-stop-ink';

function WayMark({ way }: { way: Way }) {
  const t = useTranslations('notifications.receivers');
  const mark = way === 'ok' ? <IconCheck {...icon} /> : isBroken(way) ? <IconX {...icon} /> : null;
  return (
    <span className={channelClass} data-way={way === 'ok' ? 'ok' : isBroken(way) ? 'broken' : undefined}>
      {mark}
      {t(`way.${way}`)}
    </span>
  );
}

/** A person, a step as a whole, or the webhooks of the installation. */
interface Row {
  id: string;
  step?: Step;
  person?: AlertReceiver;
}

const isUnreached = ({ alarm }: AlertReceiver) => !isReached(alarm) && !isUnwanted(alarm);
const isMissed = ({ step, person }: Row) =>
  person ? isUnreached(person) : step?.step === 'technicians' && step.count > 0 && step.reached.any === 0;

/** Technicians are one row. */
const rowsOf = (step: Step): Row[] =>
  step.step === 'technicians' || step.count === 0
    ? [{ id: step.step, step }]
    : step.people.map((person, at) => ({ id: `${step.step} ${at}`, step, person }));

function Who({ step, person, hooks }: Row & { hooks: number }) {
  const t = useTranslations('notifications.receivers');
  const personName = usePersonName();
  if (step?.count === 0) return <span className="font-normal text-dim">{t(`nobody.${step.step}`)}</span>;
  const role = step?.step === 'delegates' ? 'delegates' : 'owner';
  const [name, detail] = person
    ? [personName(person.name), `${t(`role.${role}`)}${person.is_self ? `, ${t('you')}` : ''}`]
    : step
      ? [t('technicians'), t('people', { n: step.count })]
      : [t('installation'), t('webhooks', { n: hooks })];
  return (
    <>
      {name}
      <span className="block text-dim text-sm font-normal">{detail}</span>
    </>
  );
}

/** What comes, and why nothing does. */
function Comes({ step, person }: Row) {
  const t = useTranslations('notifications.receivers');
  if (person)
    return (
      <>
        <Verdict ways={person.alarm} />
        {isUnreached(person) && <Reason mail={person.alarm.mail} />}
      </>
    );
  if (!step) return null;
  const { count, reached } = step;
  if (count === 0) return pill('off', IconMinus, t('verdict.nobody'));
  if (reached.any === count) return pill('run', IconCheck, t('verdict.ok'));
  return (
    <StatePill tone={reached.any > 0 ? 'wait' : 'stop'} icon={<IconAlertCircle {...icon} />}>
      {reached.any > 0 ? t('of', { n: reached.any, all: count }) : t('verdict.nothing')}
    </StatePill>
  );
}

function Reason({ mail }: { mail: Way }) {
  const t = useTranslations('notifications.receivers');
  return (
    <span className="block mt-1 text-sm text-stop-ink">
      {(isBroken(mail) || mail === 'off') && (
        <b>{t(`why.${mail as 'no_mail_server' | 'unconfirmed' | 'off'}`)}</b>
      )}{' '}
      {t('noOther')}
    </span>
  );
}

function useWhenText() {
  const t = useTranslations('notifications.receivers');
  return ({ step, person }: Row, severity: 'alarm' | 'warning') => {
    const min = step ? step.after_minutes[severity] : 0;
    if (min === null) return t(step?.count === 0 ? 'skipped' : 'when.never');
    if (person && isUnwanted(person[severity])) return t('when.off');
    if (min > 0) return t('when.after', { min });
    if (severity === 'alarm') return t('when.atOnce');
    return t(person?.do_warnings_wait ? 'when.waits' : 'when.warningAtOnce');
  };
}

const rowProps = (row: Row) => ({ className: isMissed(row) ? 'bg-stop-soft' : '' });

/** People in the order of the ladder; a person without a way has the reason. */
export function ReceiverTable({
  receivers: { steps, installation_webhooks: hooks },
}: {
  receivers: AlertReceivers;
}) {
  const t = useTranslations('notifications.receivers');
  const whenText = useWhenText();
  const rows = steps.filter(({ is_on }) => is_on).flatMap(rowsOf);
  const columns: Column<Row>[] = [
    {
      key: 'who',
      header: t('who'),
      isRowHead: true,
      phone: 'title',
      className: 'font-semibold',
      cell: (row) => <Who {...row} hooks={hooks} />,
    },
    ...CHANNELS.map((channel) => ({
      key: channel,
      header: t(`channel.${channel}`),
      cell: ({ step, person }: Row) => {
        if (person) return <WayMark way={person.alarm[channel]} />;
        if (!step || step.count === 0) return '';
        return (
          <span className={channelClass} data-way={step.reached[channel] > 0 ? 'ok' : undefined}>
            {t('of', { n: step.reached[channel], all: step.count })}
          </span>
        );
      },
    })),
    { key: 'alarm', header: t('alarm'), cell: (row) => whenText(row, 'alarm') },
    { key: 'warning', header: t('warning'), cell: (row) => whenText(row, 'warning') },
    { key: 'comes', header: t('comes'), phone: 'wide', cell: (row) => (row.step ? <Comes {...row} /> : '') },
  ];
  return (
    <Table
      columns={columns}
      rows={hooks > 0 ? [...rows, { id: 'webhooks' }] : rows}
      rowKey={({ id }) => id}
      rowProps={rowProps}
      isStacked={useMedia(NARROW_PAGE)}
      className="mt-2.5"
    />
  );
}

import type { FirstRun, Installation } from '@manoboard/contract/installation/installation';
import { missingSettings } from '@manoboard/domain/installation/addresses';
import {
  type AddressCheck,
  addressChecks,
  type FirstRunFacts,
  type StepState,
} from '@manoboard/domain/installation/first-run';
import {
  IconAlertTriangle,
  IconArrowRight,
  IconCheck,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconHourglass,
  IconPointer,
  IconRefresh,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import { TestMail } from './mail-card.tsx';

const MARKS = {
  done: { tone: 'run', Icon: IconCheck },
  wrong: { tone: 'stop', Icon: IconAlertTriangle },
  open: { tone: 'wait', Icon: IconPointer },
  waiting: { tone: 'off', Icon: IconHourglass },
} as const;

const NUMBERS = {
  done: 'border-run bg-run text-card',
  wrong: 'border-stop bg-stop-soft text-stop-ink',
  open: 'border-line bg-card text-dim',
  waiting: 'border-line bg-card text-dim',
};

interface StepProps {
  name: 'mail' | 'address' | 'board';
  number: number;
  state: StepState;
  children: ReactNode;
}

/** The state is an icon and a word, beside the number. */
function Step({ name, number, state, children }: StepProps) {
  const t = useTranslations('firstRun');
  const { tone, Icon } = MARKS[state];
  const id = `first-run-${name}`;
  return (
    <li
      className="grid gap-4 relative grid-cols-[2.5rem_minmax(0,1fr)] max-sm:grid-cols-1 max-sm:gap-0 max-sm:before:hidden not-last:before:absolute not-last:before:top-12 not-last:before:-bottom-6 not-last:before:left-5 not-last:before:border-l not-last:before:border-line not-last:"
      data-state={state}
    >
      <span
        className={`grid place-items-center font-bold rounded-full size-10 mt-3 border-2 max-sm:hidden ${NUMBERS[state]}`}
        aria-hidden="true"
      >
        {state === 'done' ? <IconCheck size={20} stroke={2.2} /> : number}
      </span>
      <Card aria-labelledby={id} className="grid gap-3 justify-items-start [&_p]:text-dim [&_p]:text-md">
        <div className="flex items-center flex-wrap justify-between gap-y-2 gap-x-4 w-full">
          <h3 className="font-bold text-xl" id={id}>
            {t(`${name}.title`)}
          </h3>
          <StatePill tone={tone} icon={<Icon aria-hidden />}>
            {t(`state.${state}`)}
          </StatePill>
        </div>
        {children}
      </Card>
    </li>
  );
}

interface MailStepProps {
  state: StepState;
  installation: Installation;
  test: FirstRun['mail'];
  onSent: () => void;
}

export function MailStep({ state, installation: { mail }, test, onSent }: MailStepProps) {
  const t = useTranslations('firstRun.mail');
  const { dateTime } = useFormatter();
  const timeOf = (at: string) => dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' });
  const { sent, opened_at: opened } = test;
  return (
    <Step name="mail" number={1} state={state}>
      <p>{t(state === 'done' ? 'done' : mail.server === null ? 'noServer' : 'open')}</p>
      <div className="border border-line rounded-md bg-inset grid gap-0.5 text-md w-full wrap-anywhere px-4 py-3">
        <strong className="text-lg">{mail.server ?? t('folder', { folder: mail.folder ?? '' })}</strong>
        <span className="text-dim">{t('from', { from: mail.from })}</span>
        {sent && (
          <span className="text-dim">
            {opened
              ? t('opened', { to: sent.to, time: timeOf(opened) })
              : t('sent', { to: sent.to, time: timeOf(sent.at) })}
          </span>
        )}
      </div>
      <TestMail mail={mail} onSent={onSent} />
    </Step>
  );
}

interface AddressStepProps {
  state: StepState;
  installation: Installation;
  facts: FirstRunFacts & { boardUrl: string };
  isChecking: boolean;
  onRetry: () => void;
}

const RESULT_ICONS = { passed: IconCircleCheck, failed: IconCircleX, later: IconCircleDashed } as const;
const RESULT_CLASSES = { passed: 'text-run', failed: 'text-stop', later: 'text-wait' };

/** The address comes from the settings of the server: the step shows it, what is wrong and which lines to add. */
export function AddressStep({
  state,
  installation: { address },
  facts,
  isChecking,
  onRetry,
}: AddressStepProps) {
  const t = useTranslations('firstRun.address');
  const checks = addressChecks(facts);
  const first = checks.find(({ result }) => result === 'failed')?.check;
  const { origin: used, protocol } = window.location;
  const values: Record<AddressCheck, string> = {
    configured: address.public_url ?? 'PUBLIC_URL',
    opened: used,
    // Without TLS the check passes only on the server's own machine.
    encrypted: protocol === 'https:' ? 'https' : first === 'encrypted' ? 'http' : t('local'),
    proxy: address.host,
    boards: facts.boardUrl,
  };
  return (
    <Step name="address" number={2} state={state}>
      <p>{t('text')}</p>
      <div className="flex flex-wrap gap-2.5 w-full [&_button]:h-auto [&_button]:min-h-10">
        <output
          className="min-w-0 px-4 py-2 border border-line-strong rounded-md bg-inset wrap-anywhere flex-[1_1_14rem] data-unset:text-dim"
          aria-label={t('field')}
          data-unset={address.public_url === null || undefined}
        >
          {address.public_url ?? t('unset')}
        </output>
        <Button
          size="sm"
          icon={<IconRefresh size={17} stroke={1.8} aria-hidden />}
          aria-disabled={isChecking}
          onClick={() => !isChecking && onRetry()}
        >
          {t(isChecking ? 'checking' : 'retry')}
        </Button>
      </div>
      <ul className="w-full [&>*+*]:border-t [&>*+*]:border-line">
        {checks.map(({ check, result }) => {
          const Icon = RESULT_ICONS[result];
          return (
            <li
              className="grid gap-2.5 items-center py-2.5 text-md grid-cols-[1.25rem_minmax(0,1fr)_auto] max-sm:grid-cols-[1.25rem_minmax(0,1fr)]"
              key={check}
            >
              <Icon className={RESULT_CLASSES[result]} size={18} stroke={1.8} aria-label={t(result)} />
              <span className={first === check ? 'font-bold' : undefined}>
                {t(`${result === 'failed' ? 'wrong' : 'check'}.${check}`)}
              </span>
              <small className="text-dim wrap-anywhere max-sm:col-start-2">
                {result === 'later' ? t('later') : values[check]}
              </small>
            </li>
          );
        })}
      </ul>
      {first && <Advice address={address} facts={facts} />}
    </Step>
  );
}

/** What to do about the first failed check, and the lines that the settings of the server lack. */
function Advice({ address, facts }: { address: Installation['address']; facts: FirstRunFacts }) {
  const t = useTranslations();
  const { origin: used } = window.location;
  const [finding] = facts.addressFindings;
  const { brokerFinding } = facts;
  const text = finding
    ? t(`installation.address.finding.${finding}`, { links: address.links_url, host: address.host, used })
    : t(brokerFinding ? `installation.broker.finding.${brokerFinding}` : 'installation.broker.down');
  const { lines, isExample } = missingSettings(
    { publicUrl: address.public_url, browserOrigin: used },
    brokerFinding,
  );
  return (
    <div className="flex gap-2.5 w-full rounded-md px-4 py-3 bg-stop-soft text-stop-ink border border-stop">
      <IconArrowRight className="flex-none" size={18} stroke={1.8} aria-hidden />
      <div className="grid gap-2 min-w-0">
        <p>{text}</p>
        {lines.length > 0 && (
          <>
            <p>{t('firstRun.address.how')}</p>
            <pre className="px-3 py-2.5 rounded-md bg-card text-ink text-md wrap-anywhere whitespace-pre-wrap">
              {lines.join('\n')}
            </pre>
            {isExample && <p>{t('firstRun.address.example')}</p>}
          </>
        )}
      </div>
    </div>
  );
}

interface BoardStepProps {
  state: StepState;
  boardUrl: string;
  enrolled: number;
  link: ReactNode;
}

export function BoardStep({ state, boardUrl, enrolled, link }: BoardStepProps) {
  const t = useTranslations('firstRun.board');
  return (
    <Step name="board" number={3} state={state}>
      <p>{t('text')}</p>
      <ol className="list-decimal grid gap-2 text-md wrap-anywhere pl-5">
        <li>{t('enrol')}</li>
        <li>{t('secret', { url: boardUrl })}</li>
        <li>{t('start')}</li>
      </ol>
      <div className="flex items-center flex-wrap justify-between gap-3 w-full">
        {link}
        {state !== 'done' && <small className="text-dim wrap-anywhere">{t('none', { enrolled })}</small>}
      </div>
    </Step>
  );
}

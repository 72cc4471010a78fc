import type { FirstRun, Installation } from '@manoboard/contract/installation/installation';
import { missingSettings } from '@manoboard/domain/installation/addresses';
import {
  type AddressCheck,
  addressChecks,
  type FirstRunFacts,
  type StepState,
} from '@manoboard/domain/installation/first-run';
import { Button } from '@mantine/core';
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
import { Card } from '../../../ui/card.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import classes from './first-run.module.css';
import { TestMail } from './mail-card.tsx';

const MARKS = {
  done: { tone: 'run', Icon: IconCheck },
  wrong: { tone: 'stop', Icon: IconAlertTriangle },
  open: { tone: 'wait', Icon: IconPointer },
  waiting: { tone: 'off', Icon: IconHourglass },
} as const;

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
    <li className={classes.step} data-state={state}>
      <span className={classes.number} aria-hidden="true">
        {state === 'done' ? <IconCheck size={20} stroke={2.2} /> : number}
      </span>
      <Card aria-labelledby={id} className={classes.card}>
        <div className={classes.cardHead}>
          <h3 className="flush text-xl heavy" id={id}>
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
      <div className={classes.box}>
        <strong className="text-lg">{mail.server ?? t('folder', { folder: mail.folder ?? '' })}</strong>
        <span>{t('from', { from: mail.from })}</span>
        {sent && (
          <span>
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
      <div className={classes.address}>
        <output aria-label={t('field')} data-unset={address.public_url === null || undefined}>
          {address.public_url ?? t('unset')}
        </output>
        <Button
          size="sm"
          leftSection={<IconRefresh size={17} stroke={1.8} aria-hidden />}
          aria-disabled={isChecking}
          onClick={() => !isChecking && onRetry()}
        >
          {t(isChecking ? 'checking' : 'retry')}
        </Button>
      </div>
      <ul className={classes.checks}>
        {checks.map(({ check, result }) => {
          const Icon = RESULT_ICONS[result];
          return (
            <li key={check} data-result={result}>
              <Icon size={18} stroke={1.8} aria-label={t(result)} />
              <span data-first={first === check || undefined}>
                {t(`${result === 'failed' ? 'wrong' : 'check'}.${check}`)}
              </span>
              <small className="dim break">{result === 'later' ? t('later') : values[check]}</small>
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
    <div className={classes.advice}>
      <IconArrowRight size={18} stroke={1.8} aria-hidden />
      <div className="stack gap-3 shrink">
        <p>{text}</p>
        {lines.length > 0 && (
          <>
            <p>{t('firstRun.address.how')}</p>
            <pre>{lines.join('\n')}</pre>
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
      <ol className={classes.instructions}>
        <li>{t('enrol')}</li>
        <li>{t('secret', { url: boardUrl })}</li>
        <li>{t('start')}</li>
      </ol>
      <div className="row wrap between gap-5 full">
        {link}
        {state !== 'done' && <small className="dim break">{t('none', { enrolled })}</small>}
      </div>
    </Step>
  );
}

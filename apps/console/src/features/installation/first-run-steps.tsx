import type { FirstRun, Installation } from '@manoboard/contract/nouns/installation';
import {
  ADDRESS_CHECKS,
  type AddressCheck,
  type FirstRunFacts,
  failedAddressChecks,
  type StepState,
} from '@manoboard/domain/installation/first-run';
import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowRight,
  IconCheck,
  IconCircleCheck,
  IconCircleX,
  IconHourglass,
  IconPointer,
  IconRefresh,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Card } from '../../ui/card.tsx';
import { StatePill } from '../../ui/state-pill.tsx';
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
          <h3 id={id}>{t(`${name}.title`)}</h3>
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
        <strong>{mail.server ?? t('folder', { folder: mail.folder ?? '' })}</strong>
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
  onRetry: () => void;
}

export function AddressStep({ state, installation: { address }, facts, onRetry }: AddressStepProps) {
  const t = useTranslations();
  const failed = failedAddressChecks(facts);
  const { origin: used } = window.location;
  const advice = () => {
    const [finding] = facts.addressFindings;
    if (finding)
      return t(`installation.address.finding.${finding}`, {
        links: address.links_url,
        host: address.host,
        used,
      });
    return facts.brokerFinding
      ? t(`installation.broker.finding.${facts.brokerFinding}`)
      : t('installation.broker.down');
  };
  const values: Record<AddressCheck, string> = {
    configured: address.public_url ?? 'PUBLIC_URL',
    opened: used,
    encrypted: new URL(used).protocol.replace(':', ''),
    proxy: address.host,
    boards: facts.boardUrl,
  };
  return (
    <Step name="address" number={2} state={state}>
      <p>{t('firstRun.address.text')}</p>
      <ul className={classes.checks}>
        {ADDRESS_CHECKS.map((check) => (
          <li key={check} data-failed={failed.includes(check) || undefined}>
            {failed.includes(check) ? (
              <IconCircleX size={18} stroke={1.8} aria-label={t('firstRun.address.failed')} />
            ) : (
              <IconCircleCheck size={18} stroke={1.8} aria-label={t('firstRun.address.passed')} />
            )}
            <span data-first={failed[0] === check || undefined}>{t(`firstRun.address.check.${check}`)}</span>
            <small>{values[check]}</small>
          </li>
        ))}
      </ul>
      {failed.length > 0 && (
        <p className={classes.advice}>
          <IconArrowRight size={18} stroke={1.8} aria-hidden />
          <span>{advice()}</span>
        </p>
      )}
      <Button
        variant="default"
        size="sm"
        leftSection={<IconRefresh size={17} stroke={1.8} aria-hidden />}
        onClick={onRetry}
      >
        {t('firstRun.address.retry')}
      </Button>
    </Step>
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
      <div className={classes.foot}>
        {link}
        {state !== 'done' && <small>{t('none', { enrolled })}</small>}
      </div>
    </Step>
  );
}

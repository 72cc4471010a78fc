import type { SecretRenewal } from '@manoboard/contract/installation/enrolment';
import { installationCalls } from '@manoboard/contract/installation/installation.calls';
import { DeviceId } from '@manoboard/contract/text';
import { Button, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { useForm } from '../../../lib/forms/use-form.ts';
import { request } from '../../../lib/http/http.ts';
import { withProof } from '../../../lib/http/proof.ts';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { readQuery } from '../../../lib/http/read-query.ts';
import { Card } from '../../../ui/card.tsx';
import form from '../../../ui/form.module.css';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import classes from './enrolment.module.css';

/** A board answers and logs in again within seconds. */
const POLL_MS = 2000;
const isOpen = ({ state }: SecretRenewal) => state === 'sent' || state === 'stored';

const renewalsQuery = readQuery(['secret-renewals'], installationCalls.secretRenewals);

/** Sends a board a new secret over its own connection, and shows how far the last ones are. */
export function RenewalCard() {
  const t = useTranslations('enrolment.renewal');
  const query = useQuery({
    ...renewalsQuery,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? POLL_MS : false),
  });
  const reload = async () => void (await query.refetch());
  return (
    <Card aria-labelledby="secret-renewals" className={classes.card}>
      <SectionHead id="secret-renewals" title={t('title')} />
      <RenewalForm onSent={reload} />
      <QueryStates query={query} failed={t('failed')} cards={1}>
        {(renewals) =>
          renewals.length > 0 && (
            <ul className={classes.blocked} aria-live="polite">
              {renewals.map((renewal) => (
                <RenewalRow key={renewal.id_dev} renewal={renewal} />
              ))}
            </ul>
          )
        }
      </QueryStates>
    </Card>
  );
}

function RenewalForm({ onSent }: { onSent: () => Promise<void> }) {
  const t = useTranslations('enrolment.renewal');
  const fields = useForm({
    initial: { id_dev: '' },
    validate: ({ id_dev }) =>
      DeviceId.safeParse(id_dev.trim().toUpperCase()).success
        ? {}
        : { id_dev: 'validation.device_id_format' },
    send: async ({ id_dev }) => {
      const body = { id_dev: id_dev.trim().toUpperCase() };
      await withProof(() => request(installationCalls.renewBoardSecret, { body }));
      await onSent();
    },
  });
  const { isSending, problem } = fields;
  return (
    <form className={form.form} onSubmit={fields.onSubmit} noValidate aria-busy={isSending}>
      <p className={classes.quiet}>{t('lead')}</p>
      {problem && <FormNotice kind="problem">{problem}</FormNotice>}
      <TextInput
        {...fields.text('id_dev')}
        label={t('id')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div className={classes.buttons}>
        <Button type="submit" disabled={isSending}>
          {t(isSending ? 'sending' : 'submit')}
        </Button>
      </div>
    </form>
  );
}

const LOOKS = {
  sent: { tone: 'wait', Icon: IconClock },
  stored: { tone: 'wait', Icon: IconClock },
  done: { tone: 'run', Icon: IconCircleCheck },
  failed: { tone: 'stop', Icon: IconAlertTriangle },
} as const;

function RenewalRow({ renewal: { id_dev, alias, state, at } }: { renewal: SecretRenewal }) {
  const t = useTranslations('enrolment.renewal');
  const { dateTime } = useFormatter();
  const { tone, Icon } = LOOKS[state];
  const time = dateTime(new Date(at * 1000), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li>
      <span>
        <strong className="num">{id_dev}</strong> {alias}
        <span className={classes.quiet}>{t(`hint.${state}`, { time })}</span>
      </span>
      <StatePill tone={tone} icon={<Icon aria-hidden />}>
        {t(`state.${state}`)}
      </StatePill>
    </li>
  );
}

import { NewRecipient, type Recipient } from '@manoboard/contract/device/sharing';
import { IconCheck, IconClock, IconMail, IconUser, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { QueryStates } from '../../../lib/http/query-states.tsx';
import { useAction } from '../../../lib/http/use-action.ts';
import { isNotOffered, useProblemText } from '../../../lib/http/use-problem-text.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { StatePill } from '../../../ui/state-pill.tsx';
import { addRecipient, recipientsQuery, removeRecipient } from './api.ts';
import type { ManagedDevice } from './managed-device.ts';
import { PeopleList, PersonRow } from './person-row.tsx';

const LOOKS = {
  asked: { tone: 'off', Icon: IconClock },
  agreed: { tone: 'run', Icon: IconCheck },
  declined: { tone: 'off', Icon: IconX },
} as const;

/** R4.18: people who are told of alarms of the device and have no rights. */
export function ToldPanel({ device }: { device: ManagedDevice }) {
  const t = useTranslations('sharing.told');
  const list = useTranslations('deviceAccess.list');
  const query = useQuery({ ...recipientsQuery(device.id), retry: false });
  if (query.isError && isNotOffered(query.error)) return null;
  const refresh = () => void query.refetch();
  return (
    <section aria-labelledby="told">
      <h3 id="told" className="text-lg font-semibold">
        {t('title')}
      </h3>
      <p className="mt-1 mb-2 text-md text-dim">{t('lead', { name: device.name })}</p>
      <QueryStates query={query} failed={list('failed')} empty={null} isLine>
        {(recipients) => (
          <PeopleList>
            {recipients.map((recipient) => (
              <RecipientRow
                key={recipient.id}
                deviceId={device.id}
                recipient={recipient}
                onRemoved={refresh}
              />
            ))}
          </PeopleList>
        )}
      </QueryStates>
      <AddForm deviceId={device.id} onAdded={refresh} />
      <p className="mt-3 text-sm text-dim">{t('note')}</p>
    </section>
  );
}

interface RowProps {
  deviceId: string;
  recipient: Recipient;
  onRemoved: () => void;
}

function RecipientRow({ deviceId, recipient, onRemoved }: RowProps) {
  const t = useTranslations('sharing.told');
  const problemText = useProblemText();
  const { id, name, email, state } = recipient;
  const { run, isSending, error } = useAction({
    send: () => removeRecipient(deviceId, id),
    onDone: onRemoved,
  });
  const { tone, Icon } = LOOKS[state];
  return (
    <PersonRow
      name={name}
      text={email}
      below={error && <FormNotice kind="problem">{problemText(error)}</FormNotice>}
    >
      <StatePill tone={tone} icon={<Icon aria-hidden />}>
        {t(`states.${state}`)}
      </StatePill>
      {state !== 'declined' && (
        <IconButton label={t('remove', { name })} disabled={isSending} onClick={() => void run()}>
          <IconX size={18} stroke={1.7} aria-hidden />
        </IconButton>
      )}
    </PersonRow>
  );
}

const EMPTY = { name: '', email: '' };

function AddForm({ deviceId, onAdded }: { deviceId: string; onAdded: () => void }) {
  const t = useTranslations();
  const { isSending, problem, text, replaceSent, onSubmit } = useForm({
    initial: EMPTY,
    validate: (values) => schemaErrors(NewRecipient, values),
    send: async (sent) => {
      if (!(await addRecipient(deviceId, sent))) return;
      replaceSent(sent, EMPTY);
      onAdded();
    },
    fieldOfCode: { RECIPIENT_DECLINED: 'email', RECIPIENT_EXISTS: 'email' },
  });
  return (
    <Form className="mt-3" onSubmit={onSubmit} isSending={isSending} aria-label={t('sharing.told.add')}>
      {problem && <FormNotice kind="problem">{problem}</FormNotice>}
      <TextField
        {...text('name')}
        label={t('sharing.told.name')}
        icon={<IconUser size={18} stroke={1.7} aria-hidden />}
        autoComplete="off"
      />
      <TextField
        {...text('email')}
        label={t('sharing.told.email')}
        type="email"
        inputMode="email"
        icon={<IconMail size={18} stroke={1.7} aria-hidden />}
        autoComplete="off"
      />
      <Button type="submit" fullWidth size="md" disabled={isSending}>
        {isSending ? t('auth.sending') : t('sharing.told.ask')}
      </Button>
    </Form>
  );
}

import { IconPlayerStopFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useForm } from '../../../lib/forms/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { sendStartStop } from './api.ts';

/** Stops a pump by the ID of its board: for sessions that may read no list of devices. */
export function StopForm({ deviceId = '' }: { deviceId?: string | undefined }) {
  const t = useTranslations('factor.stop');
  const [stoppedId, setStoppedId] = useState<string>();
  const form = useForm({
    initial: { deviceId },
    validate: ({ deviceId: typed }) =>
      typed.trim() === '' ? { deviceId: 'validation.required' as const } : {},
    send: async ({ deviceId: typed }) => {
      setStoppedId(undefined);
      const id = typed.trim().toUpperCase();
      await sendStartStop(id, false);
      setStoppedId(id);
    },
    fieldOfCode: { DEVICE_NOT_FOUND: 'deviceId' },
  });
  const { isSending, problem } = form;
  return (
    <Form onSubmit={form.onSubmit} isSending={isSending}>
      <div className="border-t border-line mt-2 pt-4">
        <h2 className="text-lg font-semibold">{t('title')}</h2>
        <p className="text-md text-dim mt-1">{t('lead')}</p>
      </div>
      {problem && <FormNotice kind="problem">{problem}</FormNotice>}
      {stoppedId && <FormNotice kind="success">{t('done', { id: stoppedId })}</FormNotice>}
      <TextField
        {...form.text('deviceId')}
        label={t('id')}
        size="md"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        withAsterisk={false}
      />
      <Button
        type="submit"
        variant="danger"
        size="md"
        fullWidth
        disabled={isSending}
        icon={<IconPlayerStopFilled size={18} aria-hidden />}
      >
        {t(isSending ? 'sending' : 'submit')}
      </Button>
    </Form>
  );
}

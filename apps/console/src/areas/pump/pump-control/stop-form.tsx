import { Button, TextInput } from '@mantine/core';
import { IconPlayerStopFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useForm } from '../../../lib/forms/use-form.ts';
import classes from '../../../ui/form.module.css';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { sendStartStop } from './api.ts';
import own from './stop-form.module.css';

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
    <form className={classes.form} onSubmit={form.onSubmit} noValidate aria-busy={isSending}>
      <div className={own.head}>
        <h2>{t('title')}</h2>
        <p>{t('lead')}</p>
      </div>
      {problem && <FormNotice kind="problem">{problem}</FormNotice>}
      {stoppedId && <FormNotice kind="success">{t('done', { id: stoppedId })}</FormNotice>}
      <TextInput
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
        color="red.8"
        size="md"
        fullWidth
        disabled={isSending}
        leftSection={<IconPlayerStopFilled size={18} aria-hidden />}
      >
        {t(isSending ? 'sending' : 'submit')}
      </Button>
    </form>
  );
}

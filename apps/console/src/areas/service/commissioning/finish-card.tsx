import type { Commissioning } from '@manoboard/contract/device/commissioning';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import type { OpenCommissioning } from './use-commissioning.ts';
import classes from './wizard.module.css';

interface Props {
  commissioning: Commissioning;
  open: OpenCommissioning;
}

/** The handover, or the end without a report. */
export function FinishCard({ commissioning: { number, steps }, open }: Props) {
  const t = useTranslations();
  const headingId = useId();
  const [takenBy, setTakenBy] = useState('');
  const [isCancelling, setIsCancelling] = useState(false);
  const waiting = steps.filter(({ status }) => status !== 'done' && status !== 'skipped');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (takenBy.trim()) void open.act({ kind: 'finish', takenBy: takenBy.trim() });
  }
  return (
    <Card className={classes.card} aria-labelledby={headingId}>
      <h2 className="flush text-xl tight" id={headingId}>
        {t('commissioning.finish.heading')}
      </h2>
      <p className="flush text-md">{t('commissioning.finish.text')}</p>
      {waiting.length > 0 ? (
        <p className={classes.quote}>
          {t('commissioning.finish.waiting', {
            steps: waiting.map(({ name }) => t(`commissioning.step.${name}`)).join(', '),
          })}
        </p>
      ) : (
        <form className={classes.actions} onSubmit={submit} noValidate>
          <TextInput
            label={t('commissioning.finish.takenBy')}
            description={t('commissioning.finish.takenHint')}
            maxLength={80}
            autoComplete="off"
            value={takenBy}
            onChange={({ currentTarget }) => setTakenBy(currentTarget.value)}
          />
          <Button type="submit" mih={44} disabled={open.isSending || !takenBy.trim()}>
            {t('commissioning.finish.submit')}
          </Button>
        </form>
      )}
      {isCancelling ? (
        <div className={classes.actions}>
          <p className={classes.quote}>{t('commissioning.cancelQuestion', { number })}</p>
          <Button variant="default" mih={44} onClick={() => setIsCancelling(false)}>
            {t('common.cancel')}
          </Button>
          <Button color="red.8" mih={44} disabled={open.isSending} onClick={open.cancel}>
            {t('commissioning.cancelYes')}
          </Button>
        </div>
      ) : (
        <Button variant="subtle" mih={44} onClick={() => setIsCancelling(true)}>
          {t('commissioning.cancel')}
        </Button>
      )}
    </Card>
  );
}

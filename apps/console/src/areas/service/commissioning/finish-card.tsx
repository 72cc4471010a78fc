import type { Commissioning } from '@manoboard/contract/device/commissioning';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { OpenCommissioning } from './use-commissioning.ts';
import { actionsClass } from './wizard-classes.ts';

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
    <Card className="grid gap-2.5 max-sm:p-4" aria-labelledby={headingId}>
      <h2 className="font-bold text-xl tracking-tight" id={headingId}>
        {t('commissioning.finish.heading')}
      </h2>
      <p className="text-md">{t('commissioning.finish.text')}</p>
      {waiting.length > 0 ? (
        <p className="px-3 py-2.5 rounded-md bg-wait-soft text-wait-ink">
          {t('commissioning.finish.waiting', {
            steps: waiting.map(({ name }) => t(`commissioning.step.${name}`)).join(', '),
          })}
        </p>
      ) : (
        <form className={actionsClass} onSubmit={submit} noValidate>
          <TextField
            label={t('commissioning.finish.takenBy')}
            description={t('commissioning.finish.takenHint')}
            maxLength={80}
            autoComplete="off"
            value={takenBy}
            onChange={({ currentTarget }) => setTakenBy(currentTarget.value)}
          />
          <Button type="submit" size="touch" disabled={open.isSending || !takenBy.trim()}>
            {t('commissioning.finish.submit')}
          </Button>
        </form>
      )}
      {isCancelling ? (
        <div className={actionsClass}>
          <p className="px-3 py-2.5 rounded-md bg-wait-soft text-wait-ink">
            {t('commissioning.cancelQuestion', { number })}
          </p>
          <Button variant="default" size="touch" onClick={() => setIsCancelling(false)}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" size="touch" disabled={open.isSending} onClick={open.cancel}>
            {t('commissioning.cancelYes')}
          </Button>
        </div>
      ) : (
        <Button variant="subtle" size="touch" onClick={() => setIsCancelling(true)}>
          {t('commissioning.cancel')}
        </Button>
      )}
    </Card>
  );
}

import type { PumpCard } from '@manoboard/contract/device/pump-card-state';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { CardField } from '../pump-card/card-form.tsx';
import { useCardForm } from '../pump-card/use-card-form.ts';
import { CARD_ROWS, CardRows } from './card-rows.tsx';
import { primaryClass } from './wizard-classes.ts';

interface Props {
  device: { id: string; name: string };
  card: PumpCard;
  isSending: boolean;
  /** The values are stored, or nothing was typed. */
  onConfirm: () => void;
}

/** The known values, and a field for each missing one: they are on the plate in front of the technician. */
export function PlateForm({ device, card, isSending, onConfirm }: Props) {
  const t = useTranslations();
  // Those that were missing at first: a field must not vanish while it is typed in.
  const [missing] = useState(() =>
    CARD_ROWS.flatMap(([name]) => (card.values[name] === undefined ? [name] : [])),
  );
  const edit = useCardForm({ device, latest: card, onClose: () => {}, onSaved: onConfirm });
  return (
    <Form onSubmit={edit.onSubmit} isSending={edit.isSending}>
      <CardRows card={card.values} hidden={missing} />
      {missing.length > 0 && (
        <fieldset className="grid gap-4 items-end cols-fit-40">
          <legend className="text-md font-semibold mb-2">{t('commissioning.plate')}</legend>
          {missing.map((name) => (
            <CardField key={name} edit={edit} name={name} />
          ))}
        </fieldset>
      )}
      {edit.isStale ? (
        <FormNotice kind="problem">
          {t('commissioning.plateStale')}{' '}
          <Button size="xs" variant="default" onClick={edit.rebase}>
            {t('pumpCard.staleKeep')}
          </Button>
        </FormNotice>
      ) : (
        edit.problem && <FormNotice kind="problem">{edit.problem}</FormNotice>
      )}
      <Button
        type="submit"
        size="touch"
        className={primaryClass}
        disabled={isSending || edit.isSending || edit.isStale}
      >
        {t('commissioning.confirm')}
      </Button>
    </Form>
  );
}

import type { PumpValueName } from '@manoboard/contract/device/pump-card';
import type { PumpCard } from '@manoboard/contract/device/pump-card-state';
import { PUMP_CATALOGUE } from '@manoboard/domain/pump/pump-catalogue';
import { useFormatter, useTranslations } from 'use-intl';
import { useLockOut } from '../../../device/lock-out.ts';
import { LockOutNotice } from '../../../device/lock-out-notice.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Select, TextArea, TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormNotice } from '../../../ui/form-notice.tsx';
import { CHOICES, GROUP_NAMES, GROUPS, type GroupName, isChoice, toCurveText, UNITS } from './card-fields.ts';
import { GroupFrame, ValueRow } from './group-card.tsx';
import { type CardForm as Edited, useCardForm } from './use-card-form.ts';
import { usePumpText } from './use-pump-text.ts';

function useField(edit: Edited, name: PumpValueName) {
  const t = useTranslations('pumpCard');
  const { number } = useFormatter();
  const { nameOf } = usePumpText();
  const unit = UNITS[name];
  const error = edit.errors[name];
  return {
    name,
    label: unit ? `${nameOf(name)} (${unit})` : nameOf(name),
    value: edit.texts[name],
    error: error && t(`error.${error.key}`, { n: number(error.n ?? 0) }),
    onChange: (event: { currentTarget: { value: string } }) => edit.change(name, event.currentTarget.value),
  };
}

/** Points of the curve, and public curves to take over. */
function CurveField({ edit }: { edit: Edited }) {
  const t = useTranslations('pumpCard');
  const field = useField(edit, 'curve');
  function take(id: string) {
    const found = PUMP_CATALOGUE.find((pump) => pump.id === id);
    if (!found) return;
    edit.change('curve', toCurveText(found.curve, edit.decimal));
    if (edit.texts.pump_name === '') edit.change('pump_name', found.name);
  }
  return (
    <>
      <Select
        label={t('catalogue')}
        description={t('catalogueHint')}
        value=""
        onChange={({ currentTarget: { value } }) => take(value)}
      >
        <option value="">{t('catalogueNone')}</option>
        {PUMP_CATALOGUE.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <TextArea {...field} description={t('curveHint')} rows={6} autoComplete="off" />
    </>
  );
}

/** One value of the card. */
export function CardField({ edit, name }: { edit: Edited; name: PumpValueName }) {
  const t = useTranslations('pumpCard');
  const { textOf } = usePumpText();
  const field = useField(edit, name);
  if (!isChoice(name))
    return <TextField {...field} autoComplete="off" inputMode={name === 'pump_name' ? 'text' : 'decimal'} />;
  const label = (choice: string) => textOf(name, /^\d+$/.test(choice) ? Number(choice) : choice);
  return (
    <Select {...field}>
      <option value="">{t('unknown')}</option>
      {CHOICES[name].map((choice) => (
        <option key={choice} value={choice}>
          {label(choice)}
        </option>
      ))}
    </Select>
  );
}

/** What the board reports is shown and cannot be entered: it would have no effect. */
function GroupFields({ card, edit, group }: { card: PumpCard; edit: Edited; group: GroupName }) {
  const isOfBoard = (name: PumpValueName) =>
    card.sources.some((each) => each.name === name && each.source === 'board');
  const names: readonly PumpValueName[] = GROUPS[group];
  const reported = names.filter(isOfBoard);
  return (
    <GroupFrame group={group}>
      {reported.length > 0 && (
        <dl>
          {reported.map((name) => (
            <ValueRow key={name} card={card} name={name} />
          ))}
        </dl>
      )}
      <div className="grid gap-4 items-end cols-fit-40 [&>:has(textarea)]:col-span-full">
        {names
          .filter((name) => !isOfBoard(name))
          .map((name) =>
            name === 'curve' ? (
              <CurveField key={name} edit={edit} />
            ) : (
              <CardField key={name} edit={edit} name={name} />
            ),
          )}
      </div>
    </GroupFrame>
  );
}

/** Somebody else has changed the card meanwhile. */
function Stale({ edit, card }: { edit: Edited; card: PumpCard }) {
  const t = useTranslations('pumpCard');
  const { nameOf } = usePumpText();
  return (
    <FormNotice kind="problem">
      {t('stale', {
        name: card.changed_by ?? t('somebody'),
        values: edit.changedMeanwhile.map(nameOf).join(', '),
      })}{' '}
      <Button size="xs" variant="default" onClick={edit.rebase}>
        {t('staleKeep')}
      </Button>
    </FormNotice>
  );
}

interface Props {
  device: { id: string; name: string };
  card: PumpCard;
  onClose: () => void;
}

/** The card as a form; an empty field is an unknown value. */
export function CardForm({ device, card, onClose }: Props) {
  const t = useTranslations('pumpCard');
  const edit = useCardForm({ device, latest: card, onClose });
  const lockOut = useLockOut(device.id);
  return (
    <Form onSubmit={edit.onSubmit} isSending={edit.isSending}>
      <p className="text-md text-dim mt-1">{t('emptyIsUnknown')}</p>
      <div className="grid gap-gutter items-start cols-fit-76">
        {GROUP_NAMES.map((group) => (
          <GroupFields key={group} card={card} edit={edit} group={group} />
        ))}
      </div>
      {edit.isStale && <Stale edit={edit} card={card} />}
      {edit.problem && !edit.isStale && (
        <FormNotice kind="problem">
          {t('notSaved')} {edit.problem}
        </FormNotice>
      )}
      <LockOutNotice tag={lockOut} />
      <Card
        className="flex flex-wrap gap-2.5 justify-end max-sm:*:grow max-sm:*:basis-full max-sm:*:min-h-11"
        aria-label={t('save')}
      >
        <Button variant="default" onClick={onClose} disabled={edit.isSending}>
          {t('cancel')}
        </Button>
        <Button type="submit" disabled={edit.isSending || edit.isStale || lockOut !== null}>
          {t(edit.isSending ? 'saving' : 'save')}
        </Button>
      </Card>
    </Form>
  );
}

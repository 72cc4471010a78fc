import { type WaterSystem, WaterSystemKind } from '@manoboard/contract/device/water-system';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../lib/http/use-action.ts';
import { useProblemText } from '../lib/http/use-problem-text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons, DialogText } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { FormNotice } from '../ui/form-notice.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { devicesQuery } from './queries.ts';
import { addWaterSystem, changeWaterSystem, removeWaterSystem } from './water-system.ts';

interface Pump {
  id_dev: string;
  name: string;
}
interface Props {
  /** Without it a new one. */
  system?: WaterSystem;
  /** Ticked at first; the own pumps can be added. */
  pumps: readonly Pump[];
  onClose: () => void;
}

/** Which pumps feed one house, tank or garden, and how it is called. */
export function WaterSystemDialog({ system, pumps, onClose }: Props) {
  const t = useTranslations();
  const problemText = useProblemText();
  const queryClient = useQueryClient();
  const { data: own = [] } = useQuery(devicesQuery);
  const [name, setName] = useState(system?.name ?? '');
  const [kind, setKind] = useState<WaterSystemKind>(system?.kind ?? 'house');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(pumps.map(({ id_dev }) => id_dev)));
  const others = own
    .filter(({ id_dev }) => !pumps.some((pump) => pump.id_dev === id_dev))
    .map(({ id_dev, alias }) => ({ id_dev, name: alias?.trim() || id_dev }));
  const onDone = () => {
    for (const key of ['water-systems', 'fleet-rows'])
      void queryClient.invalidateQueries({ queryKey: [key] });
    onClose();
  };
  const body = { name: name.trim(), kind, device_ids: [...chosen] };
  const save = useAction({
    send: () => (system ? changeWaterSystem(system.id, body) : addWaterSystem(body)),
    onDone,
  });
  const remove = useAction({ send: async () => system && removeWaterSystem(system.id), onDone });
  const isSending = save.isSending || remove.isSending;
  const error = save.error ?? remove.error;
  const isIncomplete = body.name === '' || chosen.size === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isIncomplete) void save.run();
  };
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <Dialog
      title={t('waterSystem.title')}
      closeLabel={t('common.close')}
      isSending={isSending}
      onClose={onClose}
    >
      <DialogText>{t('waterSystem.text')}</DialogText>
      <form className="grid gap-4" onSubmit={submit}>
        {error && <FormNotice kind="problem">{problemText(error)}</FormNotice>}
        <TextField
          label={t('waterSystem.name')}
          value={name}
          maxLength={64}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Segmented
          label={t('waterSystem.kindOf')}
          value={kind}
          options={WaterSystemKind.options.map((value) => ({ value, label: t(`waterSystem.kind.${value}`) }))}
          isDisabled={isSending}
          onChange={setKind}
        />
        <fieldset className="grid max-h-[30dvh] gap-1 overflow-y-auto">
          <legend className="mb-1 text-md font-medium">{t('waterSystem.pumps')}</legend>
          {[...pumps, ...others].map((pump) => (
            <label
              key={pump.id_dev}
              className="flex min-h-9 items-center gap-2.5 text-md pointer-coarse:min-h-11"
            >
              <input
                type="checkbox"
                className="size-4.5 accent-accent pointer-coarse:size-6"
                checked={chosen.has(pump.id_dev)}
                onChange={() => toggle(pump.id_dev)}
              />
              {pump.name}
            </label>
          ))}
        </fieldset>
        <DialogButtons>
          {system && (
            <Button
              variant="subtle"
              className="mr-auto"
              disabled={isSending}
              onClick={() => void remove.run()}
            >
              {t('waterSystem.remove')}
            </Button>
          )}
          <Button variant="default" disabled={isSending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={save.isSending} disabled={isIncomplete}>
            {t('waterSystem.save')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

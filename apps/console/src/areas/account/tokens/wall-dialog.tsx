import { MAX_WALL_PUMPS } from '@manoboard/contract/device/wall.calls';
import { NewApiToken } from '@manoboard/contract/token/token';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { schemaErrors } from '../../../lib/forms/form-errors.ts';
import { useForm } from '../../../lib/forms/use-form.ts';
import { wallAddress } from '../../../lib/page/wall-link.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox, TextField } from '../../../ui/field.tsx';
import { Credential, Credentials } from '../credentials.tsx';
import { DeviceChecks, PumpChecks } from '../device-checks.tsx';
import { addToken } from './api.ts';

const DAYS = 365;

interface Props {
  /** Pumps of a list, which are chosen already; without it those of the user. */
  pumps?: readonly { id: string; name: string }[];
  onSaved?: () => Promise<void>;
  onClose: () => void;
}

/** R9.1: makes a link that shows the chosen pumps on a screen and opens nothing else. The link is shown once. */
export function WallDialog({ pumps, onSaved, onClose }: Props) {
  const t = useTranslations();
  const [chosen, setChosen] = useState<readonly string[]>(() => pumps?.map(({ id }) => id) ?? []);
  const [isDimmed, setIsDimmed] = useState(false);
  const [secret, setSecret] = useState<string>();
  const bodyOf = (name: string) =>
    ({ name, days: DAYS, switch_devices: [], watch_devices: [...chosen] }) satisfies NewApiToken;
  const form = useForm({
    initial: { name: t('tokens.wall.name') },
    validate: ({ name }) => schemaErrors(NewApiToken, bodyOf(name)),
    async send({ name }) {
      const saved = await addToken(bodyOf(name));
      if (!saved) return;
      setSecret(saved.secret);
      await onSaved?.();
    },
  });
  const title = t('tokens.wall.title');
  if (secret !== undefined)
    return (
      <Dialog title={title} closeLabel={t('common.close')} onClose={onClose}>
        <Credentials once={t('tokens.wall.once')} done={t('tokens.done')} onDone={onClose}>
          <dl className="my-4 text-sm wrap-anywhere">
            <Credential
              label={t('tokens.wall.link')}
              value={wallAddress({ token: secret, isDimmed })}
              copy={{ label: t('tokens.wall.copy'), done: t('tokens.copied') }}
            />
          </dl>
        </Credentials>
      </Dialog>
    );
  return (
    <FormDialog
      title={title}
      form={form}
      text={t('tokens.wall.lead')}
      submit={t('tokens.wall.save')}
      isDisabled={chosen.length === 0 || chosen.length > MAX_WALL_PUMPS}
      onClose={onClose}
    >
      <TextField {...form.text('name')} label={t('tokens.wall.nameLabel')} autoComplete="off" />
      <fieldset className="grid gap-3">
        <legend className="mb-2 text-md">{t('tokens.wall.choice', { most: MAX_WALL_PUMPS })}</legend>
        {pumps ? (
          <PumpChecks pumps={pumps} value={chosen} onChange={setChosen} />
        ) : (
          <DeviceChecks value={chosen} onChange={setChosen} none={t('tokens.noDevices')} />
        )}
      </fieldset>
      <Checkbox
        label={t('tokens.wall.dim')}
        checked={isDimmed}
        onChange={({ currentTarget }) => setIsDimmed(currentTarget.checked)}
      />
    </FormDialog>
  );
}

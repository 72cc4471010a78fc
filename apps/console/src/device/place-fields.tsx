import { IconCurrentLocation, IconKey, IconMapPin } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { locateExactly, usePosition } from '../lib/page/use-position.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { FormNotice } from '../ui/form-notice.tsx';
import { TextButton } from '../ui/text-button.tsx';
import { type PlaceValues, pinText } from './place.ts';

/** The part of `useForm` with the values of a place, in a form that may have others. */
interface Form {
  values: PlaceValues;
  fill: (some: Partial<PlaceValues>) => void;
  text: (name: keyof PlaceValues) => {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: { currentTarget: { value: string } }) => void;
  };
}

interface Props {
  form: Form;
  /** The owner's address, which a press takes. */
  proposed: string | null;
  /** Without the name and the pin, for a first visit. */
  isShort?: boolean;
}

/** R4.17: the fields of a place. */
export function PlaceFields({ form: { text, fill, values }, proposed, isShort = false }: Props) {
  const t = useTranslations('place');
  const icon = { size: 18, stroke: 1.7, 'aria-hidden': true };
  return (
    <>
      <TextField
        {...text('address')}
        label={t('address')}
        icon={<IconMapPin {...icon} />}
        autoComplete="off"
        size={isShort ? 'md' : 'sm'}
      />
      {proposed !== null && values.address.trim() === '' && (
        <TextButton
          className="-mt-2 justify-self-start wrap-anywhere"
          onClick={() => fill({ address: proposed })}
        >
          {t('propose', { address: proposed })}
        </TextButton>
      )}
      <TextField
        {...text('key_at')}
        label={t('key')}
        placeholder={t('keyExample')}
        icon={<IconKey {...icon} />}
        autoComplete="off"
        size={isShort ? 'md' : 'sm'}
      />
      {!isShort && (
        <>
          <TextField {...text('name')} label={t('name')} description={t('nameHint')} autoComplete="off" />
          <PinField form={{ text, fill }} />
        </>
      )}
    </>
  );
}

function PinField({ form: { text, fill } }: { form: Pick<Form, 'text' | 'fill'> }) {
  const t = useTranslations('place');
  const { isPossible, state } = usePosition();
  async function fillHere() {
    const at = await locateExactly();
    if (at) fill({ pin: pinText({ lat: round(at.lat), lon: round(at.lon) }) });
  }
  return (
    <div className="grid gap-2">
      <TextField
        {...text('pin')}
        label={t('pin')}
        description={t('pinHint')}
        inputMode="text"
        autoComplete="off"
      />
      {isPossible && (
        <Button
          variant="default"
          className="justify-self-start"
          icon={<IconCurrentLocation size={18} stroke={1.7} aria-hidden />}
          loading={state === 'asking'}
          onClick={() => void fillHere()}
        >
          {t('here')}
        </Button>
      )}
      {(state === 'refused' || state === 'failed') && (
        <FormNotice kind="problem">{t(`position.${state}`)}</FormNotice>
      )}
    </div>
  );
}

/** 10 cm. */
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

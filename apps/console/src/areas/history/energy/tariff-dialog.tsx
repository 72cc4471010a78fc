import { EnergyCurrency, type EnergySettings } from '@manoboard/contract/history/energy';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { useForm } from '../../../lib/forms/use-form.ts';
import { toast } from '../../../lib/page/toast.ts';
import { DialogText } from '../../../ui/dialog.tsx';
import { Checkbox, Select, TextField } from '../../../ui/field.tsx';
import { FieldPair } from '../../../ui/form.tsx';
import { energyKey, saveSettings } from './energy-query.ts';
import { HourStrip } from './hour-strip.tsx';

/** 22:00 to 6:00, the usual night rate. */
const NIGHT = 0b1100_0000_0000_0000_0011_1111;

/** Undefined: not a number in this range. */
export function readDecimal(typed: string, most: number): number | undefined {
  const text = typed.trim().replace(',', '.');
  if (!/^\d{1,4}(\.\d{1,6})?$/.test(text)) return undefined;
  const value = Number(text);
  return value <= most ? value : undefined;
}
const textOf = (value: number | null, decimal: string) =>
  value === null ? '' : `${value}`.replace('.', decimal);

interface Props {
  device: { id: string; name: string };
  settings: EnergySettings;
  zone: string;
  onClose: () => void;
}

/** The own tariff of a device: one or two rates by the hours of workdays and weekends. */
export function TariffDialog({ device, settings, zone, onClose }: Props) {
  const t = useTranslations('energy.tariff');
  const queryClient = useQueryClient();
  // Without a low rate no hours were chosen. With one, a weekend without low hours is a choice.
  const isChosen = settings.low_price !== null || settings.low_hours.some((hours) => hours !== 0);
  const [workdays, setWorkdays] = useState(isChosen ? (settings.low_hours[0] ?? 0) : NIGHT);
  const [weekend, setWeekend] = useState(isChosen ? (settings.low_hours[5] ?? 0) : NIGHT);
  const decimal = t('decimal');
  const form = useForm({
    initial: {
      currency: settings.currency as string,
      price: textOf(settings.price, decimal),
      hasTwo: settings.low_price !== null,
      low_price: textOf(settings.low_price, decimal),
      co2_g: textOf(settings.co2_g, decimal),
    },
    validate: ({ price, hasTwo, low_price, co2_g }) => ({
      ...(price.trim() !== '' &&
        readDecimal(price, 1000) === undefined && { price: 'validation.invalid' as const }),
      ...(hasTwo &&
        readDecimal(low_price, 1000) === undefined && { low_price: 'validation.invalid' as const }),
      ...(readDecimal(co2_g, 2000) === undefined && { co2_g: 'validation.invalid' as const }),
    }),
    send: async ({ currency, price, hasTwo, low_price, co2_g }) => {
      const stored = await saveSettings(device.id, {
        ...settings,
        zone,
        currency: EnergyCurrency.parse(currency),
        price: readDecimal(price, 1000) ?? null,
        low_price: hasTwo ? (readDecimal(low_price, 1000) ?? null) : null,
        low_hours: [workdays, workdays, workdays, workdays, workdays, weekend, weekend],
        co2_g: readDecimal(co2_g, 2000) ?? settings.co2_g,
      });
      if (!stored) return;
      await queryClient.invalidateQueries({ queryKey: energyKey(device.id) });
      onClose();
      toast(t('saved', { name: device.name }));
    },
  });
  const { values, text, check } = form;
  return (
    <FormDialog
      title={t('title')}
      subject={device.name}
      form={form}
      text={t('lead')}
      submit={t('save')}
      onClose={onClose}
    >
      <FieldPair>
        <TextField
          {...text('price')}
          label={t(values.hasTwo ? 'highPrice' : 'price')}
          inputMode="decimal"
          autoComplete="off"
          data-autofocus
        />
        <Select {...text('currency')} label={t('currency')} options={EnergyCurrency.options} />
      </FieldPair>
      <Checkbox {...check('hasTwo')} label={t('hasTwo')} />
      {values.hasTwo && (
        <>
          <TextField {...text('low_price')} label={t('lowPrice')} inputMode="decimal" autoComplete="off" />
          <DialogText>{t('stripHint')}</DialogText>
          <HourStrip label={t('workdays')} lowHours={workdays} onChange={setWorkdays} />
          <HourStrip label={t('weekend')} lowHours={weekend} onChange={setWeekend} />
        </>
      )}
      <TextField
        {...text('co2_g')}
        label={t('co2')}
        description={t('co2Hint')}
        inputMode="decimal"
        autoComplete="off"
      />
    </FormDialog>
  );
}

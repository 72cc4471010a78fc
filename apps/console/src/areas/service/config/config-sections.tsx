import type { ConfigState } from '@manoboard/contract/device/device-config-state';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { Card } from '../../../ui/card.tsx';
import { INPUTS } from './config-fields.ts';
import { Field } from './fields.tsx';
import { InputSection } from './input-section.tsx';
import type { ConfigForm } from './use-config-form.ts';

interface Props {
  deviceId: string;
  form: ConfigForm;
  state: ConfigState;
  isReadOnly: boolean;
}

/** R4.11: the sections in the order of the requirement. */
export function ConfigSections({ deviceId, ...fieldProps }: Props) {
  const t = useTranslations('config');
  return (
    <>
      <Section title={t('main')}>
        <Field {...fieldProps} kind="number" field="pressure.min" />
        <Field {...fieldProps} kind="number" field="pressure.max" />
      </Section>
      <Section title={t('fc')}>
        <Field {...fieldProps} kind="mode" field="pressure.normalizer" />
        <Field {...fieldProps} kind="number" field="pressure.sensor_max" />
      </Section>
      <Section title={t('board')} isWide>
        <Field {...fieldProps} kind="number" field="tele_s" />
        <Field {...fieldProps} kind="number" field="tele_idle_s" />
      </Section>
      {INPUTS.map((input) => (
        <Section key={input} title={t('input', { n: input.slice(-1) })}>
          <InputSection {...fieldProps} deviceId={deviceId} input={input} />
        </Section>
      ))}
    </>
  );
}

interface SectionProps {
  title: string;
  /** Full width; the analog inputs follow side by side below. */
  isWide?: boolean;
  children: ReactNode;
}

function Section({ title, isWide = false, children }: SectionProps) {
  const headingId = useId();
  return (
    <Card aria-labelledby={headingId} className={isWide ? 'col-span-full' : undefined}>
      <h3 className="text-lg font-semibold mb-3.5 tracking-tight" id={headingId}>
        {title}
      </h3>
      <div className="grid items-start gap-4 cols-fit-40">{children}</div>
    </Card>
  );
}

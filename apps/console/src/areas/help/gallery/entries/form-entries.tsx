import { IconRotate } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/button.tsx';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Select, TextField } from '../../../../ui/field.tsx';
import { FormNotice } from '../../../../ui/form-notice.tsx';
import { PasswordField } from '../../../../ui/password-field.tsx';
import { Segmented } from '../../../../ui/segmented.tsx';
import { Switch } from '../../../../ui/switch.tsx';
import type { GalleryEntry, Texts } from '../gallery-entry.ts';

type Position = Parameters<typeof Switch>[0]['position'];

function SwitchSample(props: { position: Position; isDisabled?: boolean; isStale?: boolean }) {
  const t = useTranslations('pump');
  const [position, setPosition] = useState(props.position);
  const id = useId();
  const word = { on: t('on'), off: t('off'), unknown: t('switchUnknown'), waiting: t('retry.now') }[position];
  return (
    <>
      <span id={id}>{t('title')}</span>
      <Switch
        position={position}
        isDisabled={props.isDisabled ?? false}
        isStale={props.isStale ?? false}
        labelledBy={id}
        describedBy={`${id}-word`}
        onChange={(isOn) => setPosition(isOn ? 'on' : 'off')}
      />
      <span id={`${id}-word`}>{word}</span>
    </>
  );
}

type Control = 'remote' | 'local';

function SegmentedSample({ value, isDisabled = false }: { value?: Control; isDisabled?: boolean }) {
  const t = useTranslations('device');
  const [chosen, setChosen] = useState(value);
  const options = (['remote', 'local'] as const).map((mode) => ({
    value: mode,
    label: t(`control.${mode}`),
  }));
  return (
    <Segmented
      label={t('field.pressure_control')}
      value={chosen}
      options={options}
      isDisabled={isDisabled}
      onChange={setChosen}
    />
  );
}

const password = (t: Texts) => ({
  label: t('auth.password'),
  showLabel: t('auth.showPassword'),
  hideLabel: t('auth.hidePassword'),
  autoComplete: 'off',
});

const confirm = (t: Texts, isDisabled: boolean) => (
  <Confirm
    icon={<IconRotate size={18} stroke={1.7} aria-hidden />}
    label={t('stats.resetOf', { name: t('stats.electro_meter') })}
    question={t('stats.resetQuestion', { name: t('stats.electro_meter') })}
    yes={t('stats.reset')}
    no={t('common.cancel')}
    isDisabled={isDisabled}
    onYes={() => undefined}
  />
);

export const formEntries: readonly GalleryEntry[] = [
  {
    name: 'Button',
    path: 'ui/field.tsx',
    states: [
      { code: '', render: (t) => <Button>{t('pressure.set')}</Button> },
      { code: 'variant="default"', render: (t) => <Button variant="default">{t('common.cancel')}</Button> },
      { code: 'disabled', render: (t) => <Button disabled>{t('pressure.set')}</Button> },
      { code: 'loading', render: (t) => <Button loading>{t('control.sending')}</Button> },
      { code: 'size="xs"', render: (t) => <Button size="xs">{t('stats.reset')}</Button> },
    ],
  },
  {
    name: 'Confirm',
    path: 'ui/confirm.tsx',
    states: [
      { code: 'isDisabled={false}', render: (t) => confirm(t, false) },
      { code: 'isDisabled', render: (t) => confirm(t, true) },
    ],
  },
  {
    name: 'TextField',
    path: 'ui/field.tsx',
    states: [
      { code: 'label', render: (t) => <TextField label={t('auth.email')} autoComplete="off" /> },
      {
        code: 'description',
        render: (t) => (
          <TextField label={t('auth.phone')} description={t('auth.phoneHint')} autoComplete="off" />
        ),
      },
      {
        code: 'error',
        render: (t) => (
          <TextField label={t('auth.email')} error={t('validation.email_format')} autoComplete="off" />
        ),
      },
      { code: 'disabled', render: (t) => <TextField label={t('auth.email')} disabled /> },
    ],
  },
  {
    name: 'NativeSelect',
    path: 'ui/field.tsx',
    states: [
      {
        code: 'data',
        render: (t) => (
          <Select
            label={t('device.field.modbus')}
            options={[t('device.control.remote'), t('device.control.local')]}
          />
        ),
      },
    ],
  },
  {
    name: 'PasswordField',
    path: 'ui/password-field.tsx',
    states: [
      { code: 'label', render: (t) => <PasswordField {...password(t)} /> },
      {
        code: 'error',
        render: (t) => <PasswordField {...password(t)} error={t('validation.password_weak')} />,
      },
    ],
  },
  {
    name: 'Switch',
    path: 'ui/switch.tsx',
    states: [
      { code: 'position="on"', render: () => <SwitchSample position="on" /> },
      { code: 'position="off"', render: () => <SwitchSample position="off" /> },
      { code: 'position="unknown"', render: () => <SwitchSample position="unknown" isDisabled /> },
      { code: 'isStale', render: () => <SwitchSample position="on" isStale /> },
      { code: 'isDisabled', render: () => <SwitchSample position="off" isDisabled /> },
    ],
  },
  {
    name: 'Segmented',
    path: 'ui/segmented.tsx',
    states: [
      { code: 'value="remote"', render: () => <SegmentedSample value="remote" /> },
      { code: 'value={undefined}', render: () => <SegmentedSample /> },
      { code: 'isDisabled', render: () => <SegmentedSample value="local" isDisabled /> },
    ],
  },
  {
    name: 'FormNotice',
    path: 'ui/form-notice.tsx',
    states: [
      {
        code: 'kind="problem"',
        render: (t) => <FormNotice kind="problem">{t('problem.LOGIN_BAD_CREDENTIALS')}</FormNotice>,
      },
      {
        code: 'kind="success"',
        render: (t) => <FormNotice kind="success">{t('auth.passwordChanged')}</FormNotice>,
      },
    ],
  },
];

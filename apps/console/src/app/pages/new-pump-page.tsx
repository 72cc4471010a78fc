import { DevicePatch } from '@manoboard/contract/device/device-access';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PushHere } from '../../areas/alerts/notifications/push-here.tsx';
import { usePush } from '../../areas/alerts/notifications/use-push.ts';
import { renameDevice } from '../../areas/people/device-access/api.ts';
import { DevicesFailed, DevicesLoading } from '../../areas/pump/devices/device-notices.tsx';
import { type KnownDevice, useDevices } from '../../areas/pump/devices/use-devices.ts';
import { type PlaceValues, placeErrors, placeQuery, placeValues, savePlace } from '../../device/place.ts';
import { PlaceFields } from '../../device/place-fields.tsx';
import { schemaErrors } from '../../lib/forms/form-errors.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { InstallButton } from '../../lib/page/install-app.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.tsx';
import { paths } from '../../lib/page/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormNotice } from '../../ui/form-notice.tsx';
import { titleClass } from '../../ui/heading.tsx';
import { usePerson } from '../use-person.ts';

const PeopleDialog = lazyComponent(
  async () => (await import('../../areas/people/device-access/people-dialog.tsx')).PeopleDialog,
  'people',
);

/** The third screen of a new pump: its name, its place, and who is told. */
export function NewPumpPage() {
  const list = useDevices();
  const { device: id } = useSearch({ from: '/admin/new-pump' });
  if (list.state === 'loading') return <DevicesLoading />;
  if (list.state === 'failed') return <DevicesFailed error={list.error} onRetry={list.retry} />;
  const device = list.devices.find((each) => each.id === id);
  if (!device) return <Navigate to={paths.addDevice} replace />;
  return <NewPump key={device.id} device={device} onChanged={list.retry} />;
}

interface Props {
  device: KnownDevice;
  onChanged: () => void;
}

const NAMES = ['well', 'house', 'cottage', 'garden'] as const;

function NewPump({ device, onChanged }: Props) {
  const t = useTranslations('firstPump.done');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { data } = useQuery(placeQuery(device.id));
  const known = placeValues(data?.place ?? null);
  const form = useForm({
    initial: { alias: device.alias ?? '', ...known },
    validate: ({ alias, ...place }) => ({
      ...schemaErrors<'alias'>(DevicePatch, { alias }),
      ...placeErrors(place),
    }),
    send: async ({ alias, ...place }) => {
      // Fields that were left empty change nothing: somebody may have filled them elsewhere.
      if (alias.trim() !== '' && !(await renameDevice(device.id, alias))) return;
      if (hasPlace(place)) {
        const saved = await savePlace(device.id, place);
        if (!saved) return;
        queryClient.setQueryData(placeQuery(device.id).queryKey, saved);
      }
      await navigate({ to: paths.overview, search: { device: device.id } });
      onChanged();
    },
  });
  const headingOf = (text: string) => <h2 className="text-md font-semibold">{text}</h2>;
  return (
    <div className="mx-auto w-full max-w-120">
      <header className="mb-5 flex items-center gap-3.5">
        <span className="grid size-12 flex-none place-items-center rounded-full bg-run-soft text-run-ink">
          <IconCheck size={28} stroke={2} aria-hidden />
        </span>
        <h1 className={titleClass}>{t('title')}</h1>
      </header>
      <Form onSubmit={form.onSubmit} isSending={form.isSending}>
        {form.problem && <FormNotice kind="problem">{form.problem}</FormNotice>}
        <Card aria-label={t('name')} className="grid grid-cols-1 gap-3">
          <TextField
            {...form.text('alias')}
            label={t('name')}
            placeholder={device.id}
            autoComplete="off"
            size="md"
          />
          <div className="flex flex-wrap gap-2">
            {NAMES.map((name) => (
              <Button key={name} variant="default" onClick={() => form.fill({ alias: t(`names.${name}`) })}>
                {t(`names.${name}`)}
              </Button>
            ))}
          </div>
        </Card>
        {data?.can_set !== false && (
          <Card aria-label={t('where')} className="grid grid-cols-1 gap-3">
            {headingOf(t('where'))}
            <PlaceFields form={form} proposed={data?.proposed_address ?? null} isShort />
          </Card>
        )}
        <Card aria-label={t('who')} className="grid grid-cols-1 gap-3">
          {headingOf(t('who'))}
          <PushHere push={usePush()} title={t('push')} hint={t('pushHint')} />
          <AnotherPerson device={device} onChanged={onChanged} />
        </Card>
        <InstallButton />
        <Button type="submit" size="md" fullWidth loading={form.isSending}>
          {t('show')}
        </Button>
      </Form>
    </div>
  );
}

const hasPlace = (place: PlaceValues) => Object.values(place).some((text) => text.trim() !== '');

/** R4.18: shares the pump, or has somebody told of alarms who gets no rights. */
function AnotherPerson({ device, onChanged }: Props) {
  const t = useTranslations('firstPump.done');
  const { user } = usePerson();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <button
        type="button"
        className="flex min-h-11 cursor-pointer items-center justify-between gap-4 border-t border-line pt-3 text-left"
        onClick={() => setIsOpen(true)}
      >
        <span className="grid gap-0.5">
          <strong className="text-md font-semibold">{t('other')}</strong>
          <small className="text-sm text-dim">{t('otherHint')}</small>
        </span>
        <IconPlus size={20} stroke={1.7} aria-hidden className="flex-none" />
      </button>
      {isOpen && (
        <PeopleDialog device={device} userId={user.id} onClose={close} onChanged={onChanged} onGone={close} />
      )}
    </>
  );
}

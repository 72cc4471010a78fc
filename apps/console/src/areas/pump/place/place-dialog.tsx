import type { DevicePlace } from '@manoboard/contract/device/place';
import { pinOf } from '@manoboard/domain/pump/place';
import { IconMap2 } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { placeUrl } from '../../../device/map-link.tsx';
import { pinText, placeErrors, placeQuery, placeValues, savePlace } from '../../../device/place.ts';
import { PlaceFields } from '../../../device/place-fields.tsx';
import { FormDialog } from '../../../lib/forms/form-dialog.tsx';
import { useForm } from '../../../lib/forms/use-form.ts';
import { toast } from '../../../lib/page/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

interface Props extends DevicePlace {
  device: { id: string; name: string };
  onClose: () => void;
}

/** R4.17: where the pump is, to read and to change. */
export const PlaceDialog = (props: Props) => (props.can_set ? <Editor {...props} /> : <Reader {...props} />);

function MapButton({ place }: Pick<Props, 'place'>) {
  const t = useTranslations('place');
  const url = place ? placeUrl(place) : undefined;
  if (!url) return null;
  const link = { href: url, target: '_blank', rel: 'noreferrer' };
  return (
    <Button
      variant="default"
      size="touch"
      className="justify-self-start"
      icon={<IconMap2 size={18} stroke={1.7} aria-hidden />}
      render={<a {...link} />}
    >
      {t('map')}
    </Button>
  );
}

function Editor({ device, place, proposed_address, onClose }: Props) {
  const t = useTranslations('place');
  const queryClient = useQueryClient();
  const initial = placeValues(place);
  const form = useForm({
    initial,
    draft: {
      key: `place ${device.id}`,
      fields: Object.keys(initial) as (keyof typeof initial)[],
      isForLater: true,
    },
    validate: placeErrors,
    send: async (values) => {
      const saved = await savePlace(device.id, values);
      if (!saved) return;
      queryClient.setQueryData(placeQuery(device.id).queryKey, saved);
      onClose();
      toast(t('saved'), { device: device.name });
    },
  });
  return (
    <FormDialog
      title={t('title')}
      subject={device.name}
      form={form}
      submit={t('save')}
      text={<MapButton place={place} />}
      onClose={onClose}
    >
      <PlaceFields form={form} proposed={proposed_address} />
    </FormDialog>
  );
}

function Reader({ device, place, onClose }: Props) {
  const t = useTranslations();
  const pin = pinOf(place);
  const facts = [
    [t('place.name'), place?.name],
    [t('place.address'), place?.address],
    [t('place.key'), place?.key_at],
    [t('place.pin'), pin && pinText(pin)],
  ] as const;
  return (
    <Dialog title={t('place.title')} subject={device.name} closeLabel={t('common.close')} onClose={onClose}>
      <dl className="mb-4 grid gap-3">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt className="text-sm text-dim">{name}</dt>
                <dd className="text-lg wrap-anywhere">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <MapButton place={place} />
    </Dialog>
  );
}

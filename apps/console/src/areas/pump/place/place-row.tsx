import { pinOf } from '@manoboard/domain/pump/place';
import { IconChevronRight, IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useDeviceName } from '../../../device/device-name.tsx';
import { pinText, placeQuery } from '../../../device/place.ts';
import { useHistoryDialog } from '../../../lib/forms/use-history-dialog.ts';
import { lazyComponent } from '../../../lib/page/lazy-component.tsx';

const PlaceDialog = lazyComponent(async () => (await import('./place-dialog.tsx')).PlaceDialog);
const DIALOG = 'place';

interface Props {
  deviceId: string;
  className?: string;
}

/** R4.17: the place of the pump in a row; opens its dialog. Nothing with a provider that has no places. */
export function PlaceRow({ deviceId, className = '' }: Props) {
  const t = useTranslations('place');
  const name = useDeviceName(deviceId);
  const { data } = useQuery(placeQuery(deviceId));
  const { opened, open, close } = useHistoryDialog(deviceId);
  if (!data) return null;
  const { place, can_set } = data;
  if (!place && !can_set) return null;
  const pin = pinOf(place);
  const where = [place?.name, place?.address].filter(Boolean).join(', ') || (pin && pinText(pin));
  return (
    <>
      <button
        type="button"
        className={`flex min-h-14 w-full cursor-pointer items-center gap-3 px-5 py-3 text-left hover:bg-inset max-sm:px-4 ${className}`}
        onClick={() => open(DIALOG)}
      >
        <IconMapPin size={20} stroke={1.7} aria-hidden className="flex-none text-dim" />
        <span className={`min-w-0 flex-1 wrap-anywhere ${where ? 'font-semibold' : 'text-dim'}`}>
          {where || t('none')}
        </span>
        {(place?.key_at || !where) && (
          <span className="max-w-1/2 truncate text-md text-dim">
            {place?.key_at ? t('keyAt', { who: place.key_at }) : t('enter')}
          </span>
        )}
        <IconChevronRight size={18} stroke={1.7} aria-hidden className="flex-none text-dim" />
      </button>
      {opened === DIALOG && <PlaceDialog {...data} device={{ id: deviceId, name }} onClose={close} />}
    </>
  );
}

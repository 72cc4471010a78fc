import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Controlled, eachOf, type Gallery } from './gallery.tsx';
import { Switch } from './switch.tsx';

type Props = Pick<Parameters<typeof Switch>[0], 'position'> & { isDisabled?: boolean; isStale?: boolean };

function Sample({ position: start, ...props }: Props) {
  const t = useTranslations('pump');
  const id = useId();
  const words = { on: t('on'), off: t('off'), unknown: t('switchUnknown'), waiting: t('retry.now') };
  return (
    <Controlled start={start}>
      {(position, setPosition) => (
        <>
          <span id={id}>{t('title')}</span>
          <Switch
            isDisabled={false}
            isStale={false}
            {...props}
            position={position}
            labelledBy={id}
            describedBy={`${id}-word`}
            onChange={(isOn) => setPosition(isOn ? 'on' : 'off')}
          />
          <span id={`${id}-word`}>{words[position]}</span>
        </>
      )}
    </Controlled>
  );
}

export const forms: Gallery = () => ({
  Switch: {
    ...eachOf('position', ['on', 'off', 'unknown', 'waiting'], (position) => <Sample position={position} />),
    isStale: <Sample position="on" isStale />,
    isDisabled: <Sample position="off" isDisabled />,
  },
});
